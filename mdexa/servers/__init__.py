"""The catalogue on the wire: tools for agents by MCP, routes by HTTP. Needs the extra `serve`; can write nothing."""
