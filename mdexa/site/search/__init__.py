"""The search of the site, which runs in the reader's browser: data, engine, and the interface on the start page.

For the pages of the site:

- `files(catalogue)` yields (path below the root of the site, bytes): `search/first.js`, `search/engine.js`,
  `search/page.js`, `search/search.css`, and the data in parts, `search/data/<part>.js`. The page names the style; the
  engine and `page.js` as classic scripts with `defer`; behind them, without it, `first.js`, which tells the style
  before the first paint whether something is asked. A `<link rel="preload" as="script" fetchpriority="low">` of
  `search/data/start.js` spares a round trip; `page.js` fetches the other parts when a question needs them. All of it
  works from a disk, from any folder of a server, and under `script-src 'self'; style-src 'self'`.
- The page holds `form#search` with `input#query` (name q), `aside#facets`, `p#answer` (role=status,
  aria-live=polite), `ol#results`, `button#more`. No other element is touched but the classes of the root.
- `words(language, site=table)` is the text of `<script type="application/json" id="search-words">` on the page: the
  words of the interface in one language (`languages/<language>.toml`), and from the site's own table how values,
  purposes, flags and so on are called. It has no `<`, so it can stand in the page as it is. `site` must have the
  keys of `SITE_WORDS`.
- `form#search` carries `data-page`, the address of a dataset's page from the start page with `{id}` in the place of
  the id, `datasets/{id}/index.html`; `data-lists`, the address of the list of all; `data-datasets`, their number.

Query and filters stand behind the `#` of the address (`#q=chest+x-ray&modality=ct`), so that an answer can be linked
from a disk as well; `?q=` of a form that was sent without JavaScript is read too.
"""

from mdexa.site.search.bundle import SITE_WORDS, files, words

__all__ = ["SITE_WORDS", "files", "words"]
