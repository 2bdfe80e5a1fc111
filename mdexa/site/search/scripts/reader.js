// What a query means: the twin of mdexa/understanding/. Names first, then the longest forms, then words.

const FILLER = [''];
const USE_TERM = 'use_term/';
const SHORTEST_NAME = 3;
const LONGEST_NAME = 10;
const LONGEST_UNSPACED_NAME = 24;
const LONGEST_LIKENESS = 3;
const LONGEST_CUT = 2;
const LONGEST_SHOWN = 40;
const TELLING_DIGITS = 4;
const LOOKED_AT = 12;
const OFFERED = 3;
const SHORT = 5;
const LONG = 8;
const CANDIDATES = 5;
const LOOKED_AT_BEGINNINGS = 200;

// Near forms, names and words: mdexa/understanding/nearness.py and mdexa/names.py.

function believed(found, length) {
  const fitting = found.filter(([key, near, errors]) => isSlip(key, near, errors, length));
  const least = Math.min(...fitting.map(([, , errors]) => errors));
  return once(fitting.filter(([, , errors]) => errors === least).map(([, near]) => near));
}

function isSlip(key, near, errors, length) {
  if (length < SHORT) return [...key].sort().join('') === [...near].sort().join('');
  return [...near][0] === [...key][0] || (length >= LONG && errors === 1);
}

const nearTo = (store, kind, key, ...more) => store.near(kind, key, LOOKED_AT, ...more).map(([near, errors]) => [key, near, errors]);

function nearForms(store, typed) {
  const keys = once([formKey([typed]), foldName(typed)]);
  return believed(keys.flatMap((key) => nearTo(store, 'forms', key)), lengthOf(typed));
}

function nearNames(store, typed) {
  const key = foldName(typed);
  const found = believed(nearTo(store, 'names', key), lengthOf(key)).slice(0, OFFERED);
  if (found.length || lengthOf(key) <= LONG || !isAscii(key)) return found;
  return store.namesUnder(key.slice(0, Math.max(LONG, Math.floor((key.length * 2) / 3))), OFFERED);
}

function nearWords(store, typed) {
  const word = tokens(typed)[0] ?? '';
  if (lengthOf(word) < LONG) return [];
  return believed(nearTo(store, 'terms', word, 1), lengthOf(word)).filter((term) => !term.includes('/')).slice(0, OFFERED);
}

function nearDatasets(store, name) {
  const key = foldName(name);
  if (!key) return [];
  const ofFamily = family(name);
  const keys = beginning(store, key);
  keys.push(...store.near('names', key, CANDIDATES).map(([near]) => near));
  keys.push(...beginning(store, key.replace(/[0-9]+$/, '')));
  if (store.df(FAMILY_MARK + ofFamily) > 0) keys.push(...beginning(store, ofFamily));
  const docs = once(keys.flatMap((one) => store.named(one))).slice(0, CANDIDATES);
  return docs.map((doc) => nearRow(store, doc, name));
}

// The names that begin with something, the shortest first.
function beginning(store, start) {
  if (lengthOf(start) < SHORTEST_NAME) return [];
  return store.namesUnder(start, LOOKED_AT_BEGINNINGS).sort((a, b) => lengthOf(a) - lengthOf(b));
}

const nearRow = (store, doc, typed) => ({ id: store.data.ids[doc], name: store.data.names[doc], typed });

// Adds what is not there yet.
function note(map, key, value) {
  if (!map.has(key)) map.set(key, value);
}

class Reader {
  constructor(store, text) {
    this.store = store;
    this.words = new Words(text);
    const stripped = text.replace(new RegExp(`^${BLANKS.source}|${BLANKS.source}$`, 'gu'), '');
    this.unreadable = stripped && !this.words.length ? [...stripped].slice(0, LONGEST_SHOWN).join('') : '';
    this.units = new Map();
    this.hints = new Map();
    this.unknown = new Set();
    this.nearest = new Map();
    this.named = new Map();
    this.negated = new Set();
    this.ofUse = new Map();
    this.negating = false;
    this.loose = -1;
    this.readTo = 0;
  }

  query() {
    let begin = 0;
    for (let at = 0; at < this.words.length;) {
      const [length, key] = this.longestName(at);
      if (length) {
        this.between(begin, at);
        this.takeName(at, at + length, key);
        begin = at + length;
      }
      at += length || 1;
    }
    this.between(begin, this.words.length);
    if (this.units.size && ![...this.units.values()].some((unit) => unit.counts)) {
      for (const [typed, terms] of this.ofUse) this.add(typed, terms, { counts: false });
    }
    const units = [...this.units.values()];
    return {
      units,
      hints: [...this.hints.values()],
      unknown: this.unreadable ? [this.unreadable] : [...this.unknown],
      nearest: [...this.nearest.values()],
      understood: [...this.understood(units)],
      named: [...this.named.keys()],
      negated: [...this.negated],
    };
  }

  lookup = (key) => {
    const concepts = this.store.conceptsNamed(key);
    return concepts.length ? concepts : this.store.fillers.has(key) ? FILLER : [];
  };

  has(term) {
    return this.store.has(term);
  }

  add(typed, terms, { counts = true, exact = false } = {}) {
    if (terms.length) note(this.units, terms.join('\0'), { typed, terms, concepts: [], readAs: null, counts, exact });
  }

  // Names

  longestName(at) {
    const most = isUnspaced(this.words.all[at]) ? LONGEST_UNSPACED_NAME : LONGEST_NAME;
    for (let length = Math.min(most, this.words.length - at); length > 0; length -= 1) {
      const key = this.words.folded(at, at + length);
      const alone = length === this.words.length;
      const named = (lengthOf(key) >= SHORTEST_NAME || alone) && this.store.isName(key);
      if (named && (alone || !this.isForm(at, at + length))) return [length, key];
    }
    return [0, ''];
  }

  // Whether words are a form, or end in the middle of a longer one.
  isForm(start, stop) {
    if (this.lookup(this.words.key(start, stop)).length) return true;
    const last = Math.min(stop + LONGEST_CUT, this.words.length);
    for (let inside = start; inside < stop; inside += 1) {
      for (let end = stop + 1; end <= last; end += 1) {
        if (this.store.conceptsNamed(this.words.key(inside, end)).length) return true;
      }
    }
    return false;
  }

  takeName(start, stop, key) {
    const typed = this.words.typed(start, stop);
    const group = this.words.all.slice(start, stop);
    if (this.negates(typed)) return;
    const docs = this.store.named(key);
    const sure = group.length > 1 || group.length === this.words.length || !(allOf(typed, isLetter) && isLower(typed));
    const families = this.families(docs);
    if (sure) this.add(typed, [NAME_MARK + key], { exact: true });
    const others = this.has(PUBLISHER_MARK + key) ? [PUBLISHER_MARK + key] : [];
    this.takeFamilies(typed, families, [...(sure ? [] : [NAME_MARK + key]), ...others]);
    for (const doc of docs) {
      note(this.named, doc, typed);
      this.takeLikeness(start, this.store.data.ids[doc]);
    }
    if (group.length > 1 && [...spot(group, this.lookup)].every(([, concepts]) => concepts.length)) {
      this.between(start, stop);
    }
  }

  takeLikeness(start, dataset) {
    for (let length = LONGEST_LIKENESS; length > 0; length -= 1) {
      const first = Math.max(start - length, 0);
      if (this.store.likeness.has(this.words.key(first, start))) {
        const means = `like=${dataset}`;
        note(this.hints, means, { typed: this.words.typed(first, start), means });
      }
    }
  }

  families(docs) {
    const keys = once(docs.map((doc) => family(this.store.data.ids[doc])));
    return keys.filter((key) => key && this.has(FAMILY_MARK + key));
  }

  takeFamilies(typed, keys, names = []) {
    this.add(typed, [...names, ...keys.map((key) => FAMILY_MARK + key)]);
    for (const key of keys) {
      this.add(typed, [HEAD_MARK + key], { counts: false });
      this.add(typed, telling(key), { counts: false });
    }
  }

  // What stands between names

  between(start, stop) {
    for (const [first, last] of this.words.parts(start, stop)) this.stretch(first, last);
  }

  stretch(start, stop) {
    let at = start;
    const read = [];
    for (let place = start; place < stop; place += 1) read.push(this.corrected(place, start, stop));
    for (const [group, concepts] of spot(read, this.lookup)) {
      if (at >= this.readTo) this.take(at, at + group.length, concepts);
      at += group.length;
    }
    this.endRun(stop);
  }

  corrected(at, start, stop) {
    const word = this.words.all[at];
    const known = isUnspaced(word) || this.lookup(this.words.key(at, at + 1)).length
      || tokens(word).some((term) => this.has(term));
    if (known || looksLikeAName(word) || this.inTwo(at, start, stop)) return word;
    return nearForms(this.store, word).find((key) => this.isSubject(key)) ?? word;
  }

  isSubject(key) {
    return this.store.conceptsNamed(key).some((concept) => !concept.startsWith(USE_TERM));
  }

  inTwo(at, start, stop) {
    for (const [begin, end] of [[at, at + 2], [at - 1, at + 1]]) {
      if (begin < start || end > stop) continue;
      let ordinary = false;
      for (let one = begin; one < end; one += 1) ordinary ||= this.lookup(this.words.key(one, one + 1)).length > 0;
      if (!ordinary && nearNames(this.store, this.words.typed(begin, end)).length) return [begin, end];
    }
    return null;
  }

  take(start, stop, concepts) {
    const loose = !concepts.length && isUnspaced(this.words.all[start]);
    if (!loose || !this.words.touch(start)) this.endRun(start);
    if (loose) this.loose = this.loose < 0 ? start : this.loose;
    else if (concepts === FILLER) this.negating = this.store.negations.has(this.words.key(start, stop));
    else if (this.negates(this.words.typed(start, stop))) return;
    else if (concepts.length) this.takeConcepts(start, stop, concepts);
    else this.takeWord(start);
  }

  negates(typed) {
    const { negating } = this;
    this.negating = false;
    if (negating) this.negated.add(typed);
    return negating;
  }

  takeConcepts(start, stop, concepts) {
    const typed = this.words.typed(start, stop);
    for (const concept of concepts) if (concept.startsWith(USE_TERM)) this.takeHint(typed, concept);
    if (concepts.some((concept) => concept.startsWith(USE_TERM))) {
      this.ofUse.set(typed, tokens(typed).filter((term) => this.has(term)));
    }
    const tags = concepts.filter((concept) => !concept.startsWith(USE_TERM));
    const plain = stop - start === 1 ? telling(typed) : [];
    if (tags.length) {
      const terms = [...tags, ...tags.map((tag) => MENTION_MARK + tag), ...plain];
      note(this.units, terms.join('\0'), { typed, terms, concepts: tags, readAs: null, counts: true, exact: false });
      this.add(typed, tags, { counts: false });
      this.add(typed, plain, { counts: false });
    }
  }

  takeHint(typed, concept) {
    const means = this.store.means(concept);
    if (means) note(this.hints, means, { typed, means });
  }

  endRun(stop) {
    if (this.loose < 0) return;
    const start = this.loose;
    this.loose = -1;
    if (!this.negates(this.words.typed(start, stop))) this.takeTerms(start, stop);
  }

  takeWord(at) {
    const word = this.words.all[at];
    const key = family(word);
    const publisher = PUBLISHER_MARK + foldName(word);
    const small = isLower(word) && this.has(WORD_MARK + key);
    const ofFamily = key !== '' && this.has(FAMILY_MARK + key) && !small;
    if (ofFamily) {
      if (!this.has(tokens(word)[0])) this.offer(nearDatasets(this.store, word));
      this.takeFamilies(word, [key]);
    }
    if (this.has(publisher)) this.add(word, [publisher, ...telling(word)], { counts: !isLower(word) });
    else if (!ofFamily) this.takeTerms(at, at + 1);
  }

  takeTerms(start, stop) {
    const typed = this.words.typed(start, stop);
    const terms = once(tokens(typed));
    let known = terms.filter((term) => this.has(term));
    if (known.length && !known.includes(terms[0]) && !isUnspaced(typed)) {
      this.offer(nearDatasets(this.store, typed));
      known = known.filter((term) => lengthOf(term) >= SHORTEST_NAME && !allOf(term, isDigit));
    }
    if (known.length) this.add(typed, known.includes(terms[0]) ? terms : known, { counts: false });
    else if (lengthOf(typed) > 1 || !isAscii(typed)) this.takeUnknown(start, stop);
  }

  // Words that are nowhere

  offer(rows) {
    for (const row of rows) note(this.nearest, row.id, row);
  }

  takeUnknown(start, stop) {
    const typed = this.words.typed(start, stop);
    const pair = this.inTwo(start, 0, this.words.length);
    if (pair && this.takeNearName(...pair)) {
      this.readTo = Math.max(this.readTo, pair[1]);
      return;
    }
    if (this.takeNearName(start, stop)) return;
    const words = looksLikeAName(typed) ? [] : nearWords(this.store, typed);
    if (words.length) {
      const unit = { typed, terms: words, concepts: [], readAs: words[0], counts: false, exact: false };
      note(this.units, words.join('\0'), unit);
    } else if (!allOf(typed, isDigit) || lengthOf(typed) >= TELLING_DIGITS) this.unknown.add(typed);
  }

  takeNearName(start, stop) {
    const typed = this.words.typed(start, stop);
    const found = nearNames(this.store, typed);
    if (!found.length) return false;
    const docs = found.flatMap((key) => this.store.named(key));
    this.offer(docs.map((doc) => nearRow(this.store, doc, typed)));
    this.offer(nearDatasets(this.store, typed));
    const terms = found.map((key) => NAME_MARK + key);
    const readAs = this.store.data.names[docs[0]];
    note(this.units, terms.join('\0'), { typed, terms, concepts: [], readAs, counts: true, exact: false });
    this.takeFamilies(typed, this.families(docs));
    return true;
  }

  * understood(units) {
    for (const [doc, typed] of this.named) yield { typed, as: this.store.data.names[doc], facet: 'dataset' };
    for (const unit of units) {
      for (const concept of unit.concepts) {
        const facet = concept.slice(0, concept.indexOf('/'));
        yield { typed: unit.typed, as: this.store.label(concept), facet, concept };
      }
      if (unit.readAs) yield { typed: unit.typed, as: unit.readAs };
    }
  }
}

// The tokens of a word that say something by themselves.
function telling(word) {
  const [whole = '', ...parts] = tokens(word);
  const own = parts.filter((part) => lengthOf(part) >= SHORTEST_NAME && !allOf(part, isDigit));
  return whole ? once([whole, ...own]) : [];
}

// The units of a query as they are asked: those that count, the very names once more for each of them; those beside.
const countedUnits = (query) => {
  const counted = query.units.filter((unit) => unit.counts).map((unit) => unit.terms);
  const exact = query.units.filter((unit) => unit.exact).flatMap((unit) => counted.map(() => unit.terms));
  return [...counted, ...exact];
};
const besideUnits = (query) => query.units.filter((unit) => !unit.counts).map((unit) => unit.terms);
const thingsOf = (query) => {
  const found = new Map();
  for (const unit of query.units) found.set(unit.typed, [...(found.get(unit.typed) ?? []), ...unit.terms]);
  return [...found.values()];
};
