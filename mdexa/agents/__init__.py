"""What a model is given: tools shaped by what people ask, their contracts, bounded answers and errors that teach.

Knows no protocol: `mdexa.servers` puts it on the wire.
"""
