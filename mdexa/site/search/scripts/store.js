// The data as the build wrote them (mdexa/site/search/data.py), made ready to be looked up.

const FORMAT = 1;
const BASE = 91;
const SCALE = 131072;
const PLACES = 16;
const NEAR_KEY = /^[^!"#$%&'()*+,/:;<=>?@[\\\]^`{|}~]*$/;
const SHORTEST_NEAR = 3;
const LONGEST_NEAR = 64;
const digitOf = (code) => code - (code > 92 ? 36 : 35);

// Reads numbers one after the other: see packing.py.
class Numbers {
  constructor(text) {
    this.text = text;
    this.at = 0;
  }

  get more() {
    return this.at < this.text.length;
  }

  digits(count) {
    let value = 0;
    for (let left = count; left > 0; left -= 1) {
      value = value * BASE + digitOf(this.text.charCodeAt(this.at));
      this.at += 1;
    }
    return value;
  }

  next() {
    const first = this.digits(1);
    if (first < 61) return first;
    if (first < 85) return 61 + (first - 61) * BASE + this.digits(1);
    if (first < 90) return 61 + 24 * BASE + (first - 85) * BASE * BASE + this.digits(2);
    return 61 + 24 * BASE + 5 * BASE * BASE + this.digits(4);
  }
}

function unpackWords(text) {
  const found = [];
  let before = '';
  for (const [, letter, rest] of text.matchAll(/([A-Z])([^A-Z]*)/g)) {
    before = before.slice(0, letter.charCodeAt(0) - 65) + rest;
    found.push(before);
  }
  return found;
}

function unpackAscending(text) {
  const found = [];
  let before = -1;
  for (const numbers = new Numbers(text); numbers.more;) {
    before += numbers.next() + 1;
    found.push(before);
  }
  return found;
}

// Sorted keys that can be found exactly, by their beginning, and with errors of typing.
class Keys {
  // all: sorted keys; count(number): how many documents have the key of a number
  constructor(all, count) {
    this.all = all;
    this.count = count;
    this.places = new Map(all.map((key, at) => [key, at]));
    this.known = new Map();
  }

  under(beginning, limit) {
    let low = 0;
    for (let high = this.all.length; low < high;) {
      const middle = (low + high) >> 1;
      if (this.all[middle] < beginning) low = middle + 1;
      else high = middle;
    }
    const found = [];
    while (found.length < limit && low < this.all.length && this.all[low].startsWith(beginning)) {
      found.push(this.all[low]);
      low += 1;
    }
    return found;
  }

  // [[key, errors], ...], the key itself first, then by errors, most documents, order of keys.
  near(key, limit, most = (key.length >= 4) + (key.length >= 8)) {
    const asked = `${most} ${limit} ${key}`;
    if (!this.known.has(asked)) this.known.set(asked, this.findNear([...key], key, limit, most));
    return this.known.get(asked);
  }

  findNear(letters, key, limit, most) {
    const found = this.places.has(key) ? [[key, 0]] : [];
    const fits = letters.length >= SHORTEST_NEAR - most && letters.length <= LONGEST_NEAR + most;
    if (!most || found.length >= limit || !fits) return found.slice(0, limit);
    const near = [];
    this.lengths ??= Uint8Array.from(this.all, (one) => {
      const length = NEAR_KEY.test(one) ? lengthOf(one) : 0;
      return length <= LONGEST_NEAR ? length : 0;
    });
    for (let at = 0; at < this.all.length; at += 1) {
      const length = this.lengths[at];
      if (length < SHORTEST_NEAR || Math.abs(length - letters.length) > most) continue;
      const errors = distance(letters, this.all[at], most);
      if (errors > 0 && errors <= most) near.push([errors, -this.count(at), at]);
    }
    near.sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]);
    return [...found, ...near.map(([errors, , at]) => [this.all[at], errors])].slice(0, limit);
  }
}

// Errors between two words: a letter wrong, missing, too many, or two neighbours swapped; more than `most` is most + 1.
function distance(left, text, most) {
  const right = lengthOf(text) === text.length ? text : [...text];
  let before = null;
  let row = Array.from({ length: right.length + 1 }, (_, at) => at);
  for (let i = 1; i <= left.length; i += 1) {
    const next = [i];
    let least = i;
    for (let j = 1; j <= right.length; j += 1) {
      const same = left[i - 1] === right[j - 1];
      let value = Math.min(row[j - 1] + (same ? 0 : 1), row[j] + 1, next[j - 1] + 1);
      if (before && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1]) {
        value = Math.min(value, before[j - 2] + 1);
      }
      next.push(value);
      least = Math.min(least, value);
    }
    if (least > most) return most + 1;
    before = row;
    row = next;
  }
  return row[right.length];
}

class Store {
  constructor(data) {
    if (data.format !== FORMAT) throw new Error(`data of format ${data.format}, where ${FORMAT} is read`);
    usePlurals(data.plurals);
    this.data = data;
    this.count = data.ids.length;
    this.docs = new Map(data.ids.map((id, doc) => [id, doc]));
    this.readPostings(data);
    this.readVocabulary(data);
    this.fillers = new Set(unpackWords(data.fillers));
    this.likeness = new Set(unpackWords(data.likeness));
    this.negations = new Set(unpackWords(data.negations));
    this.readFacets(data);
    this.readVerdicts(data);
  }

  readPostings(data) {
    const terms = unpackWords(data.terms);
    this.starts = new Uint32Array(terms.length + 1);
    this.holders = new Uint16Array(data.postings.length);
    this.pointsAt = new Uint16Array(data.postings.length);
    const numbers = new Numbers(data.postings);
    let end = 0;
    for (let term = 0; term < terms.length; term += 1) {
      let doc = -1;
      for (let last = 0; !last; end += 1) {
        const told = numbers.next();
        last = told & 1;
        let place = (told >> 1) % PLACES;
        doc += Math.floor((told >> 1) / PLACES) + 1;
        if (place === PLACES - 1) place += numbers.next();
        this.holders[end] = doc;
        this.pointsAt[end] = place;
      }
      this.starts[term + 1] = end;
    }
    const points = data.points.map(unpackAscending);
    this.points = points.flat();
    this.fields = points.flatMap((own, field) => own.map(() => field));
    this.own = data.own.map((text) => {
      const own = [];
      for (const numbered = new Numbers(text); numbered.more;) own.push(numbered.digits(2));
      return own;
    });
    this.terms = new Keys(terms, (at) => this.starts[at + 1] - this.starts[at]);
    const names = terms.filter((term) => term.startsWith(NAME_MARK) && !/^=[~^@]/.test(term)).map((term) => term.slice(1));
    this.names = new Keys(names, (at) => this.df(NAME_MARK + names[at]));
    this.read = new Map();
  }

  df(term) {
    const at = this.terms.places.get(term);
    return at === undefined ? 0 : this.starts[at + 1] - this.starts[at];
  }

  // The documents of a term, with the impact and the field in each.
  posting(term) {
    const at = this.terms.places.get(term);
    if (at === undefined) return null;
    if (!this.read.has(at)) {
      const docs = this.holders.subarray(this.starts[at], this.starts[at + 1]);
      const points = Array.from(docs, (doc, n) => this.own[doc][this.pointsAt[this.starts[at] + n]]);
      const height = this.data.heights[docs.length];
      const impacts = points.map((point) => Math.floor((height * this.points[point]) / SCALE + 0.5) || 1);
      this.read.set(at, { term, docs, impacts, fields: points.map((point) => this.fields[point]) });
    }
    return this.read.get(at);
  }

  named(key) {
    return Array.from(this.posting(NAME_MARK + key)?.docs ?? []);
  }

  readVocabulary(data) {
    this.concepts = data.concepts.flatMap(([facet, ids]) => ids.map((id) => `${facet}/${id}`));
    this.places = new Map(this.concepts.map((name, at) => [name, at]));
    this.forms = new Map();
    this.addForms(data);
  }

  // Forms of the vocabulary; those of other scripts may come later.
  addForms(told) {
    if (told.format !== FORMAT) throw new Error(`forms of format ${told.format}, where ${FORMAT} is read`);
    const numbers = new Numbers(told.named);
    for (const form of unpackWords(told.forms)) {
      const concepts = [];
      for (let last = 0; !last;) {
        const value = numbers.next();
        last = value & 1;
        concepts.push(this.concepts[value >> 1]);
      }
      this.forms.set(form, concepts);
    }
    this.formKeys = null;
    this.labels = told.labels_zh ?? this.labels ?? [];
  }

  nearForms(key, limit) {
    if (!this.formKeys) {
      const sorted = [...this.forms.keys()].sort(byCharacter);
      this.formKeys = new Keys(sorted, (at) => this.forms.get(sorted[at]).length);
    }
    return this.formKeys.near(key, limit);
  }

  conceptsNamed(key) {
    return this.forms.get(key) ?? [];
  }

  label(concept) {
    const at = this.places.get(concept);
    const value = concept.slice(concept.indexOf('/') + 1);
    return at === undefined ? value : this.data.labels[at] || value.replace(/-/g, ' ');
  }

  labelIn(concept, language) {
    const at = this.places.get(concept);
    return (language.startsWith('zh') && at !== undefined && this.labels[at]) || this.label(concept);
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

  readFacets(data) {
    this.facets = new Map(data.facets.map((facet) => [facet.id, facet]));
    this.tables = new Map();
  }

  // value -> its documents, for a facet of the data
  table(facet) {
    if (!this.tables.has(facet)) this.tables.set(facet, this.readTable(facet));
    return this.tables.get(facet);
  }

  readTable(facet) {
    const [basis, ...column] = facet.split('/');
    if (column.length) return this.readColumn(basis, column.join('/'));
    const told = this.facets.get(facet);
    if (!told) return new Map();
    if (told.values) return new Map(told.values.map((value, at) => [value, unpackAscending(told.docs[at])]));
    const concepts = this.concepts.filter((name) => name.startsWith(`${facet}/`) && this.df(name));
    return new Map(concepts.map((name) => [name.slice(facet.length + 1), Array.from(this.posting(name).docs)]));
  }

  readVerdicts(data) {
    const numbers = new Numbers(data.judged);
    this.verdictRows = data.ids.map(() => data.verdicts[numbers.digits(2)]);
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

  // The only value of a document in a facet where each has one.
  valueOf(doc, facet) {
    for (const [value, docs] of this.table(facet)) if (docs.includes(doc)) return value;
    return null;
  }
}

// Sorts as the index does, by characters and not by halves of them.
function byCharacter(a, b) {
  const [left, right] = [[...a], [...b]];
  const at = left.findIndex((c, place) => c !== right[place]);
  if (at < 0 || right[at] === undefined) return left.length - right.length;
  return left[at].codePointAt(0) - right[at].codePointAt(0);
}
