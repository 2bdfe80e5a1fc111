"""Words of questions that name nothing a dataset could have. They are passed over, never searched and never lacking.

A form of the vocabulary goes before: `in vitro` is read although `in` is here.
"""

from functools import cache

from mdexa.lexicon import key_of
from mdexa.text import singular

#: Grammar and manners: articles, pronouns, auxiliaries, conjunctions, prepositions, what apostrophes leave over.
_GRAMMAR = """
a|about|above|across|actually|after|again|against|ago|all|almost|alone|along|already|also|although|always|am|among
an
and|another|any|anybody|anyone|anything|anywhere|are|aren|around|as|at|away|back|be|because|been|before|being|below
besides|between|both|but|by|can|cannot|could|couldn|d|did|didn|do|does|doesn|doing|don|done|during|each|either|else
enough|especially|etc|even|ever|every|everybody|everyone|everything|except|few|for|from|further|get|gets|getting
give
given|gives|giving|go|goes|going|got|had|hadn|has|hasn|have|haven|having|he|hello|hence|her|here|hers|hey|hi|him|his
how|however|i|if|in|indeed|instead|into|is|isn|it|its|itself|just|kind of|less|let|lets|like|ll|lot of|lots of|m
many
may|maybe|me|might|mine|more|most|mostly|much|must|my|myself|nearly|need|needed|needs|neither|never|no|nobody|none
nor
not|nothing|now|of|off|often|ok|okay|on|once|one|ones|only|onto|or|other|others|otherwise|ought|our|ours|out|over
own
per|perhaps|please|possible|possibly|preferably|quite|rather|re|really|s|same|seem|seems|several|shall|she|should
shouldn|since|so|some|somebody|somehow|someone|something|somewhere|sort of|still|stuff|such|t|than|thank|thanks|that
the|their|theirs|them|themselves|then|there|therefore|these|they|thing|things|this|those|though|through|thus|to
together|too|toward|towards|type|types|under|unless|until|up|upon|us|ve|very|via|was|wasn|way|ways|we|well|were
weren
what|whatever|when|where|whether|which|while|who|whom|whose|why|will|with|within|without|won|would|wouldn|yes|yet
you
your|yours|figure out|far
"""

#: Asking and answering, looking, having, and the very subject of every question: data.
_ASKING = """
allow|allowed|allows|permit|permitted|openly|ideally|paper|papers|article|articles|answer|ask|asked|asking|available|best|better|build|building
call|called|case|cases|check|collection|collections
compare|contain|contained|containing|contains|corpora|corpus|count|counts|data|data set|data sets|database|databases
dataset|datasets|datasest|datasests|develop|different|download|downloaded|downloads|exist|existing|exists|file|files
find|find me|fit|fits|for me|found|free of charge|give me|good|great|help|hold|holds|how do i|i am|i want|include
included|includes|including|interested|is there|know|known|link|links|list|list of|look|looked|looking
looking for|looks|made|make|makes|making|mean|means|missing|model|models|nice|offer|offers|overlap|overlaps
overlapping|page|part|parts|people|person
persons|patient|patients|point|problem|project|propose|provide|provided|provides|recommend|recommendation
recommended|reply|repository|resource|resources|said|sample|samples|say|saying|says|search|searching|see|seen|set
sets
show|show me|site|source|sources|start|subject|subjects|suggest|suggestion|suggestions|suitable|take|taken|tell
thing|told|train|trained|training|try|trying|url|use|used|useful|uses|using|want|wanted|wants|website|work|working
works
would like|can i|can we|where can i|what about|point me to|anything on|use case|tell me|hub|hugging face|huggingface
"""

_CHINESE = """
数据|数据集|数据库|数据源|资料|资料集|有没有|有吗|请问|您好|你好|谢谢|哪些|哪个|哪里|哪儿|在哪|什么|怎么|怎样|如何
为什么|多少|几个|的|了|吗|呢|吧|啊
我|我们|你|你们|您|他们|想|想要|需要|要|找|求|给|可以|能|能否|能不能|可不可以|会|用|用于|使用|关于|和|与|或|或者|及
以及|等|有|没有|是|不是|在|到|从
对|把|被|就|都|也|还|还能|再|很|一个|一些|一下|几|个|种|类|这|那|这个|那个|这些|那些|推荐|适合|相关|应该|随便|下
下载|链接|网站|网址|论文|论文里
训练|模型|免费|重叠|说|上|里|中|拿|拿到|拿的|病人|患者|人|做|毕业设计|比较|最好|大型|小型|公布|提供|包含|包括
"""

_OTHERS = """
daten|datensatz|datensätze|datenbank|für|mit|ohne|und|oder|der|die|das|dem|den|des|ein|eine|einen|einer|von|vom|zu
zum|zur
ich|wir|suche|suchen|brauche|gibt es|welche|welcher|welches|wo|wie|was|kann|können|bitte|bilder von|mehr|auf|aus|bei
im|am
nach|über|ist|sind|haben|hat|nicht|auch|patienten|aufnahmen von
donnée|données|jeu de données|jeux de données|base de données|bases de données|pour|avec|sans|et|ou|le|la|les|l|un
une|de
du|au|aux|je|nous|cherche|je cherche|quel|quelle|quels|quelles|où|comment|est|sont|sur|dans|par|y a t il
s il vous plaît
besoin|chez|qui|que|ce|cette|ces
dato|datos|conjunto de datos|conjuntos de datos|base de datos|bases de datos|para|con|sin|y|o|el|los|las|del|al|una
uno|unos
unas|en|por|busco|buscar|necesito|hay|qué|cuál|cuáles|dónde|cómo|está|son|sobre|pacientes|se|su
dado|dados|conjunto de dados|conjuntos de dados|banco de dados|com|sem|e|os|as|do|da|dos|das|em|no|na|nos|nas|um|uma
preciso
procuro|quais|onde|como|são|pacientes
dati|insieme di dati|per|senza|il|lo|gli|di|dei|delle|della|cerco|quali|dove|come|sono|su|buongiorno|posso
"""

#: In scripts that share no letter with the Latin one.
_OTHER_SCRIPTS = """
データ|データセット|データベース|の|を|が|は|に|で|と|も|へ|や|か|から|まで|など|です|ます|ください|ありますか
あります|ある|たい|したい|欲しい|探し|探しています|どこ|どの|何
데이터|데이터셋|데이터 세트|을|를|이|가|은|는|의|에|에서|로|으로|와|과|있나요|있을까요|있는|찾고|찾습니다|필요|어디
어떤|좀|병원|비슷한|느낌의|라|겠죠|샘플이라도|어렵
данные|набор данных|наборы данных|база данных|и|или|в|на|для|с|без|по|от|из|где|какие|есть|нужны|ищу|мне
"""

#: Words of facets and of licences that name no value.
_CATALOGUE = """
modality|modalities|organism|topic|topics|task|tasks|license|licence|licensed|licensing|free|terms|terms of use|vs
versus
许可|许可证|授权|协议|Lizenz|lizenziert|licencia|licença|licenza|ライセンス|라이선스|лицензия
"""

#: Before the name of a dataset they ask for others like it.
_LIKENESS = """
like|similar|similar to|alternative|alternatives|alternative to|alternatives to|substitute|substitutes
substitute for
replacement|replacement for|instead of|comparable to|类似|类似于|相似|替代|代替|ähnlich|ähnlich wie|alternative zu
similaire
similaire à|similar a|parecido a|parecidos a|のような|似た|비슷한|похожие на
"""

#: Before a word they take it out of the question. Nothing is excluded by them.
_NEGATIONS = """
not|without|except|except for|excluding|but not|minus|不含|不包括|除了|不要|没有|ohne|nicht|außer|sans|sauf|sin
excepto|sem|exceto
senza|以外|без|кроме
"""


def _keys(*lists: str) -> frozenset[str]:
    """The keys of forms, made as the keys of concepts are."""
    forms = [form for forms in lists for line in forms.split("\n") for form in line.split("|")]
    return frozenset(key for key in map(_key, forms) if key)


def _key(form: str) -> str:
    """What `key_of` gives, sooner for plain words and ideographs, which folding leaves: every start pays for it."""
    if form.isascii() and form.replace(" ", "").isalnum():
        return "".join(map(singular, form.lower().split()))
    if all("\u4e00" <= character <= "\u9fff" for character in form):
        return form
    return key_of(form)


GRAMMAR = _keys(_GRAMMAR)
LIKENESS = _keys(_LIKENESS)
NEGATIONS = _keys(_NEGATIONS)
_FILLERS = GRAMMAR | _keys(_ASKING, _CHINESE, _OTHERS, _CATALOGUE) | LIKENESS | NEGATIONS


def is_filler(key: str) -> bool:
    """Whether the key of a form names nothing that a dataset could have."""
    return key in _FILLERS or (not key.isascii() and key in _of_other_scripts())


def fillers() -> frozenset[str]:
    """The keys of all of them, for readers that cannot call `is_filler`."""
    return _FILLERS | _of_other_scripts()


@cache
def _of_other_scripts() -> frozenset[str]:
    return _keys(_OTHER_SCRIPTS)
