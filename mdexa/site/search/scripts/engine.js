// One search, as mdexa/operations/searching.py answers it. Knows no page: what it says are keys of words and their gaps.

const GONE = ['withdrawn', 'never_released', 'private'];
const FIELDS = ['tags', 'name', 'publisher', 'summary', 'facts', 'card'];
const WORDS_OF_A_NAME = 4;
const MATCHED = 4;
const LACKS = 4;
const TYPED_LENGTH = 40;
const LONGEST_QUERY = 300;

class Selection {
  constructor(store, query, narrowings) {
    this.store = store;
    this.units = countedUnits(query);
    this.beside = besideUnits(query);
    this.things = thingsOf(query);
    this.narrowings = narrowings;
    this.hopeless = !query.units.length && query.unknown.length > 0;
    this.match = this.matching({});
  }

  matching({ leaving = '', extra = [], every = false, none = false }) {
    const rows = none ? [] : this.narrowings.filter((row) => row.name !== leaving);
    const masks = [...rows.flatMap((row) => row.masks), ...extra];
    if (every) return new Match(this.store, this.things, { masks, every });
    return new Match(this.store, this.units, { beside: this.beside, masks });
  }

  total(how = null) {
    if (this.hopeless) return 0;
    return (how ? this.matching(how) : this.match).total;
  }

  page(limit, offset) {
    return this.hopeless ? [] : this.match.top(limit, offset);
  }

  // Counts of a facet; with its own filter left out, if asked: what one more value of it would bring.
  counts(facet, leaving = '') {
    if (this.hopeless) return {};
    return (leaving ? this.matching({ leaving }) : this.match).counts(facet);
  }

  relaxations() {
    const total = this.total();
    const rows = this.narrowings.map(({ name }) => ({ filter: name, more: this.total({ leaving: name }) - total }));
    return rows.filter((row) => row.more);
  }
}

class Engine {
  constructor(data) {
    this.store = new Store(data);
  }

  get digest() {
    return this.store.data.digest;
  }

  get stamp() {
    return this.store.data.stamp;
  }

  // The facets that are shown, in their order: {id, label, label_zh, definition, values}, no values for tags.
  get facets() {
    return this.store.data.facets.filter((facet) => facet.label);
  }

  get purposes() {
    return once(this.store.data.columns.map((column) => column.split('/')[0]));
  }

  // Whether the purpose is judged in two settings.
  isSplit(purpose) {
    return this.store.data.split.includes(purpose);
  }

  // How a concept `facet/value` is called.
  label(concept, language) {
    return this.store.labelIn(concept, language);
  }

  isTag(facet) {
    return TAG_FACETS.includes(facet);
  }

  // Takes a part that was fetched; one that is of another release is refused.
  take(name, told) {
    this.store.take(name, told);
  }

  // The answer to a request, or {missing: names of parts that it needs besides those that were taken}. Once they are
  // there it may need more; an answer that is given needed none.
  search(request = {}) {
    const { wanted } = this.store;
    wanted.clear();
    let found;
    try {
      found = this.answer(request);
    } catch (error) {
      if (!wanted.size) throw error;
    }
    return wanted.size ? { missing: [...wanted] } : found;
  }

  // The answer to {query, filters, usable_for, limit, offset, count_by, language}; `leaving_own`: the counts of a facet
  // are made without its own filter, so that they say what another value of it would bring. None while parts are missed.
  answer({ query = '', filters = {}, usable_for = null, limit = 10, offset = 0, count_by = [], leaving_own = false, language = '' } = {}) {
    const { store } = this;
    const whole = isAscii(query) ? query : query.replace(/\p{Surrogate}/gu, '?');
    const text = [...whole].slice(0, LONGEST_QUERY).join('');
    const usableFor = readUsableFor(store, usable_for);
    const narrowings = narrow(store, filters, usableFor);
    const read = new Reader(store, text).query();
    const selection = new Selection(store, read, narrowings);
    const total = selection.total();
    const found = { text, read, selection, total, full: selection.total({ every: true }) };
    const own = (facet) => (leaving_own ? facet : '');
    const counts = Object.fromEntries(count_by.map((facet) => [facet, selection.counts(facet, own(facet))]));
    const parts = usableParts(store, usableFor, selection);
    if (language.startsWith('zh')) store.part('labels-zh');
    if (store.wanted.size) return null;
    const docs = selection.page(limit, offset);
    return {
      status: !total ? 'no_match' : isKnownAbsent(store, read) ? 'known_absent' : 'match',
      said: said(store, found),
      rows: docs.map((doc) => row(store, doc, read, usableFor)),
      total,
      full: found.full,
      remaining: Math.max(total - offset - docs.length, 0),
      counts,
      relaxations: selection.relaxations(),
      unknown_words: read.unknown,
      nearest: nearest(store, found),
      hints: read.hints,
      understood: read.understood,
      upstream_only: upstreamOnly(store, usableFor, selection),
      usable_parts: parts,
    };
  }
}

// Rows

function row(store, doc, query, usableFor) {
  const { data } = store;
  const [part, at] = store.rowOf(doc);
  const found = {
    id: data.ids[doc],
    name: data.names[doc],
    line: part?.lines[at] ?? '',
    licence_status: store.valueOf(doc, 'licence_status'),
    repo_only: store.valueOf(doc, 'repo_only') === 'true',
    access: store.valueOf(doc, 'access_kind'),
    availability: store.valueOf(doc, 'availability'),
    handling: store.valueOf(doc, 'handling'),
    ok_parts: part?.parts[at] ?? [],
    risk_flags: risks(data, part?.risks[at] ?? ''),
    matched: [],
    lacks: [],
  };
  if (usableFor) {
    const columns = askedColumns(store, usableFor.purpose, usableFor.setting);
    found.verdict = Object.fromEntries(columns.map((column) => [column, verdictOf(store, doc, column)]));
  }
  const why = new Map();
  for (const unit of query.units) {
    const hits = why.has(unit.typed) ? [] : hitsOf(store, doc, unit.terms);
    if (hits.length) why.set(unit.typed, matched(store, unit, hits));
  }
  const typed = once(query.units.map((unit) => unit.typed));
  found.matched = typed.filter((one) => why.has(one)).slice(0, MATCHED).map((one) => why.get(one));
  found.lacks = fewer(once(typed.filter((one) => !why.has(one)).map(shortened)), LACKS);
  return found;
}

function risks(data, told) {
  const found = [];
  for (const numbers = new Numbers(told); numbers.more;) {
    const at = numbers.digits(1);
    found.push(at < data.flags.length ? data.flags[at] : `+${at - data.flags.length}`);
  }
  return found;
}

function verdictOf(store, doc, column) {
  const [value, own] = [store.verdict(doc, 'final', column), store.verdict(doc, 'own', column)];
  return own === value ? { value } : { value, own };
}

const shortened = (typed) => [...typed].slice(0, TYPED_LENGTH).join('');
const fewer = (values, most) => (values.length > most ? [...values.slice(0, most), `+${values.length - most}`] : values);

function matched(store, unit, hits) {
  const concept = hits.map(([term]) => term).find((term) => term.includes('/'))?.replace(/^~/, '');
  const isName = hits.some(([term]) => term.startsWith(NAME_MARK) && !term.startsWith(PUBLISHER_MARK));
  const field = isName ? 'name' : FIELDS[Math.min(...hits.map(([, place]) => place))];
  const typed = shortened(unit.typed);
  const label = concept && store.label(concept);
  return { typed, ...(label && label !== typed ? { concept: label, concept_id: concept } : {}), field };
}

// What else an answer says

function isKnownAbsent(store, query) {
  const asked = new Set(query.units.filter((unit) => unit.counts).map((unit) => unit.typed));
  return query.named.length === 1 && asked.size === 1 && gone(store, query).length > 0;
}

function gone(store, query) {
  const rows = query.named.map((doc) => {
    const state = store.valueOf(doc, 'availability');
    const successor = store.data.successors[doc];
    const told = { dataset: store.data.names[doc], state, ...(successor ? { successor } : {}) };
    return GONE.includes(state) ? [successor ? 'gone_successor' : 'gone', told] : null;
  });
  return rows.filter(Boolean);
}

function carriedByNone(store, query) {
  const found = [];
  for (const unit of query.units) {
    if (!unit.concepts.length || unit.terms.some((term) => store.df(term))) continue;
    for (const concept of unit.concepts) {
      const wider = store.broad(concept).slice(1).find((name) => store.df(name));
      if (wider) found.push(['none_has_wider', { concept, wider, n: store.df(wider) }]);
      else found.push(['none_has', { concept }]);
    }
  }
  return found;
}

function said(store, found) {
  const { read, selection, total, full } = found;
  if (!total) return noMatch(store, found);
  const parts = [...gone(store, read), ...carriedByNone(store, read)];
  const things = selection.things.length;
  if (!things) parts.push([selection.narrowings.length ? 'all_passing' : 'all', { n: total }]);
  else if (!selection.units.length) parts.push([things === 1 ? 'words_one' : 'words_some', { n: total, things, full }]);
  else parts.push([things === 1 ? 'match_one' : 'match_some', { n: total, things, full }]);
  if (!things && read.hints.length) parts.push(['hints', {}]);
  if (read.negated.length) parts.push(['negated', { words: read.negated }]);
  return parts;
}

function noMatch(store, { read, selection }) {
  const parts = [['no_match', { n: store.count }]];
  if (read.unknown.length) parts.push(['in_no_place', { words: read.unknown }]);
  const unfiltered = selection.total({ none: true });
  if (!unfiltered) parts.push(...carriedByNone(store, read));
  if (selection.relaxations().length) parts.push(['drop_a_filter', {}]);
  else parts.push([unfiltered ? 'several_filters' : 'final', {}]);
  return parts;
}

function nearest(store, { text, read, total }) {
  const rows = new Map(read.nearest.map((one) => [one.id, one]));
  if (mayBeAName(store, text, total)) for (const one of nearDatasets(store, text)) note(rows, one.id, one);
  return [...rows.values()].slice(0, CANDIDATES);
}

function mayBeAName(store, text, total) {
  if (!withoutBlanks(text).length) return false;
  const numbered = [...text].some(isDigit) && wordsOf(text).length <= WORDS_OF_A_NAME;
  const exact = store.docs.has(text) ? 1 : store.named(foldName(text)).length;
  return !total || (numbered && exact !== 1);
}

function upstreamOnly(store, usableFor, selection) {
  if (!usableFor || usableFor.basis !== 'final') return 0;
  const own = verdictMasks(store, usableFor, 'own');
  const [open, closed] = [OPEN_VALUES, []].map((more) => {
    const extra = [...own, ...verdictMasks(store, usableFor, 'final', more)].map(([, mask]) => mask);
    return selection.total({ leaving: 'usable_for', extra });
  });
  return open - closed;
}

function usableParts(store, usableFor, selection) {
  if (!usableFor || !GOOD_VALUES.every((value) => usableFor.verdicts.includes(value))) return 0;
  const columns = askedColumns(store, usableFor.purpose, usableFor.setting);
  const parts = masked(store, 'usable_parts', [columns.length === 1 ? columns[0] : usableFor.purpose]);
  const whole = verdictMasks(store, usableFor, usableFor.basis).map(([, mask]) => mask);
  const [some, all] = [[parts], [parts, ...whole]].map((extra) => selection.total({ leaving: 'usable_for', extra }));
  return some - all;
}

globalThis.mdexaEngine = {
  open: (data) => new Engine(data),
  BadQuery,
  BadData,
  // For tests: the parts that have a twin in Python.
  parts: { fold, foldName, tokens, singular, wordsOf, looksLikeAName, family, isDigit, isLetter, isWordCharacter, unpackWords, unpackAscending },
};
