// The data as the build wrote them (mdexa/site/search/parts.py), made ready to be looked up.

const FORMAT = 2;
// The mark of a name; that of a family, a publisher and so on.
const MARK = /^=[~@^?]?/;
const MARKED = /^=[~@^?]/;
// The lists of what may be near to something, divided by length: names; forms and words, those of other scripts apart.
const LISTS = ['named', 'near', 'foreign'];
const FACETS_OF_ROWS = ['licence_status', 'repo_only', 'access_kind', 'availability', 'handling'];

// Data that this engine cannot read, or not together with those that it has.
class BadData extends Error {}

// A shelf: terms and forms that begin alike, and the postings of its terms and concepts.
class Shelf {
  constructor(told, concepts) {
    this.told = told;
    this.terms = unpackWords(told.terms);
    this.places = new Map(this.terms.map((term, at) => [term, at]));
    const held = unpackAscending(told.concepts);
    held.forEach((concept, at) => {
      this.places.set(concepts[concept], this.terms.length + 2 * at);
      this.places.set(MENTION_MARK + concepts[concept], this.terms.length + 2 * at + 1);
    });
    this.readForms(told, concepts);
    this.counts = new Numbers(told.counts).rest();
    this.read = new Map();
  }

  readForms(told, concepts) {
    const numbers = new Numbers(told.named);
    this.forms = new Map(unpackWords(told.forms).map((form) => {
      const named = [];
      for (let last = 0; !last;) {
        const value = numbers.next();
        last = value & 1;
        named.push(concepts[value >> 1]);
      }
      return [form, named];
    }));
  }

  df(term) {
    return this.counts[this.places.get(term)] ?? 0;
  }

  // The documents of a term, with the impact and the field in each.
  posting(term) {
    const at = this.places.get(term);
    if (at === undefined) return null;
    if (!this.read.has(at)) this.read.set(at, this.readPosting(at));
    return this.read.get(at);
  }

  readPosting(at) {
    if (!this.docs) {
      const numbers = new Numbers(this.told.docs);
      this.docs = this.counts.map((count) => numbers.ascending(count));
      let end = 0;
      this.starts = this.counts.map((count) => (end += count) - count);
    }
    const impacts = new Numbers(this.told.impacts);
    impacts.at = 2 * this.starts[at];
    return {
      docs: this.docs[at],
      impacts: this.docs[at].map(() => impacts.digits(2)),
      fields: this.docs[at].map((_, n) => digitOf(this.told.fields.charCodeAt(this.starts[at] + n))),
    };
  }
}

// What is asked of a part that is not there yet is answered as is likeliest, and the part is wanted. Such an answer
// helps to find out what else is wanted; it is never shown.
class Store {
  constructor(data) {
    if (data.format !== FORMAT) throw new BadData(`data of format ${data.format}, where ${FORMAT} is read`);
    usePlurals(data.plurals);
    this.data = data;
    this.parts = new Map();
    this.wanted = new Set();
    this.gaps = 0;
    this.count = data.ids.length;
    this.docs = new Map(data.ids.map((id, doc) => [id, doc]));
    this.begins = unpackWords(data.words);
    this.lengths = Object.fromEntries(LISTS.map((list) => [list, unpackAscending(data[list])]));
    this.concepts = data.concepts.flatMap(([facet, ids]) => ids.map((id) => `${facet}/${id}`));
    this.places = new Map(this.concepts.map((name, at) => [name, at]));
    this.carriers = new Numbers(data.carriers).rest();
    this.fillers = new Set(unpackWords(data.fillers));
    this.likeness = new Set(unpackWords(data.likeness));
    this.negations = new Set(unpackWords(data.negations));
    this.facets = new Map(data.facets.map((facet) => [facet.id, facet]));
    this.tables = new Map();
    this.known = new Map();
    const numbers = new Numbers(data.judged);
    this.verdictRows = data.ids.map(() => data.verdicts[numbers.digits(2)]);
  }

  // Takes a part that was fetched. One of another release would answer with the wrong datasets.
  take(name, told) {
    if (told.format !== FORMAT) throw new BadData(`data of format ${told.format}, where ${FORMAT} is read`);
    if (told.digest !== this.data.digest) throw new BadData(`${name} is of another release`);
    if (name.startsWith('words-')) this.parts.set(name, this.shelved(new Shelf(told, this.concepts)));
    else if (LISTS.some((list) => name.startsWith(`${list}-`))) {
      const kinds = ['names', 'forms', 'terms'].filter((kind) => kind in told);
      this.parts.set(name, Object.fromEntries(kinds.map((kind) => [kind, new NearKeys(told, kind)])));
    } else this.parts.set(name, told);
  }

  shelved(shelf) {
    this.shelves ??= new Map();
    for (const concept of shelf.places.keys()) if (concept.includes('/')) this.shelves.set(concept, shelf);
    return shelf;
  }

  part(name) {
    const found = this.parts.get(name);
    if (!found) {
      this.wanted.add(name);
      this.gaps += 1;
    }
    return found;
  }

  // Words

  shelf(key) {
    return this.part(`words-${lastUpTo(this.begins, key)}`);
  }

  shelfOf(term) {
    return term.includes('/') ? this.shelves?.get(term) : this.shelf(term.replace(MARK, ''));
  }

  df(term) {
    const at = this.places.get(term);
    return at === undefined ? this.shelfOf(term)?.df(term) ?? 0 : this.carriers[at];
  }

  // Whether anybody has the term; of one that is not there yet most have.
  has(term) {
    const shelf = this.shelfOf(term);
    return !shelf || shelf.df(term) > 0;
  }

  posting(term) {
    return this.shelfOf(term)?.posting(term);
  }

  isName(key) {
    return this.df(NAME_MARK + key) > 0;
  }

  named(key) {
    return this.posting(NAME_MARK + key)?.docs ?? [];
  }

  namesUnder(beginning, limit) {
    const found = [];
    const last = lastUpTo(this.begins, `${beginning}\uffff`);
    for (let at = lastUpTo(this.begins, beginning); at <= last; at += 1) {
      const terms = this.part(`words-${at}`)?.terms ?? [];
      const names = terms.filter((term) => term.startsWith(NAME_MARK) && !MARKED.test(term)).map((term) => term.slice(1));
      found.push(...names.filter((name) => name.startsWith(beginning)));
    }
    return found.sort(byCharacter).slice(0, limit);
  }

  conceptsNamed(key) {
    return this.shelf(key)?.forms.get(key) ?? [];
  }

  // [[key, errors], ...] of names, forms or terms: the key itself, if it is one, then those that are near.
  near(kind, key, limit, most = boundOf([...key])) {
    const asked = `${kind} ${most} ${limit} ${key}`;
    if (this.known.has(asked)) return this.known.get(asked);
    const { gaps } = this;
    const found = this.findNear(kind, key, limit, most);
    if (gaps === this.gaps) this.known.set(asked, found);
    return found;
  }

  findNear(kind, key, limit, most) {
    const letters = [...key];
    const own = kind === 'names' ? this.isName(key) : kind === 'forms' ? this.conceptsNamed(key).length : this.df(key);
    const exact = own ? [[key, 0]] : [];
    if (exact.length >= limit || !canBeNear(letters, most)) return exact.slice(0, limit);
    const near = [];
    const lists = kind === 'names' ? ['named'] : isAscii(key) ? ['near'] : ['near', 'foreign'];
    for (const part of this.nearParts(lists, letters.length, most)) near.push(...part[kind].within(letters, most));
    near.sort(nearestFirst);
    return [...exact, ...near.map(([errors, , one]) => [one, errors])].slice(0, limit);
  }

  // The parts of some lists with keys of a length that fits.
  nearParts(lists, length, most) {
    const found = [];
    for (const list of lists) {
      const lengths = this.lengths[list];
      const last = lastUpTo(lengths, length + most);
      for (let at = Math.max(lastUpTo(lengths, length - most), 0); at <= last; at += 1) {
        const part = this.part(`${list}-${at}`);
        if (part) found.push(part);
      }
    }
    return found;
  }

  // Concepts

  label(concept) {
    const at = this.places.get(concept);
    const value = concept.slice(concept.indexOf('/') + 1);
    return at === undefined ? value : this.data.labels[at] || value.replace(/-/g, ' ');
  }

  labelIn(concept, language) {
    const labels = language.startsWith('zh') ? this.parts.get('labels-zh')?.labels : undefined;
    return labels?.[this.places.get(concept)] || this.label(concept);
  }

  means(concept) {
    return this.data.means[this.places.get(concept)] ?? null;
  }

  broad(concept) {
    const found = new Set();
    for (const waiting = [this.places.get(concept)]; waiting.length;) {
      const at = waiting.shift();
      if (at === undefined || found.has(at)) continue;
      found.add(at);
      waiting.push(...(this.data.broader[at] ?? []));
    }
    return [...found].map((at) => this.concepts[at]);
  }

  // Facets

  // value -> its documents; empty while the part of the facet is not there
  table(facet) {
    if (this.tables.has(facet)) return this.tables.get(facet);
    const { gaps } = this;
    const found = this.readTable(facet);
    if (gaps === this.gaps) this.tables.set(facet, found);
    return found;
  }

  readTable(facet) {
    const [basis, ...column] = facet.split('/');
    if (column.length) return this.readColumn(basis, column.join('/'));
    if (!this.facets.has(facet)) return new Map();
    const told = FACETS_OF_ROWS.includes(facet) ? this.facets.get(facet) : this.part(`facet-${facet}`);
    return new Map(told?.values.map((value, at) => [value, unpackAscending(told.docs[at])]));
  }

  // The only value of a document in a facet where each has one.
  valueOf(doc, facet) {
    for (const [value, docs] of this.table(facet)) if (docs.includes(doc)) return value;
    return null;
  }

  // The value of a column, `final` or `own`.
  verdict(doc, basis, column) {
    const at = this.data.columns.indexOf(column) + (basis === 'own' ? this.data.columns.length : 0);
    return this.data.values[digitOf(this.verdictRows[doc].charCodeAt(at))];
  }

  readColumn(basis, column) {
    const found = new Map(this.data.values.map((value) => [value, []]));
    this.verdictRows.forEach((_, doc) => found.get(this.verdict(doc, basis, column)).push(doc));
    return found;
  }

  // Rows

  // What a row says besides: [part, place in it].
  rowOf(doc) {
    return [this.part(`rows-${Math.floor(doc / this.data.rows)}`), doc % this.data.rows];
  }
}
