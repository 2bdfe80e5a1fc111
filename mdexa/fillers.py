"""Words of questions that name nothing a dataset could have. They are passed over, never searched and never lacking."""

from mdexa.lexicon import key_of

_FORMS = """
a|about|all|also|am|an|and|any|anyone|anything|are|as|at|available|be|because|been|best|both|but|by|can|can i|can we
case|cases|collection|collections|corpora|corpus|could|data|data set|data sets|database|databases|dataset|datasets|do
does|each|every|etc|exist|find|find me|fit|for|for me|free of charge|from|get|give|give me|good|has|have|help|hi|how
how do i|i|i am|i want|i need|if|in|into|is|is there|it|its|kind of|know|large|like|list|list of|look|looking|looking for
many|may|me|mine|model|models|more|most|my|train|training|build|develop|need|no|not|of|ok|okay|on|one|only|or|other|our|please|possible|preferably|provide
recommend|repository|resource|resources|sample|samples|search|set|sets|should|show|show me|some|something|source
sources|start|suitable|that|the|their|them|there|these|they|this|to|type|us|use|used|useful|using|want|was|we|well|were|what
what about|when|where|where can i|which|who|with|within|without|would|would like|you|your
数据|数据集|数据库|数据源|有没有|有吗|请问|哪些|哪里|什么|的|了|吗|呢|我|我们|想|想要|需要|找|求|可以|能|能否
怎么|如何|用于|关于|和|与|或|及|等|有|是|在|给|一个|一些|推荐|适合|相关
daten|datensatz|datensätze|für|mit|und|oder|der|die|das|von|ich|suche|gibt es|welche
données|jeu de données|jeux de données|pour|avec|et|ou|le|la|les|de|des|du|je cherche|quels
datos|conjunto de datos|conjuntos de datos|para|con|y|el|los|las|del|busco|dados|conjunto de dados
データ|データセット|の|を|が|は|に|で|ください|데이터|데이터셋|데이터 세트
"""

#: The keys of all fillers, made as the keys of concepts are.
FILLERS = frozenset(key_of(form) for line in _FORMS.strip().splitlines() for form in line.split("|"))
