// Which documents match, and in which order: the twin of mdexa/index/matching.py, for catalogues that fit in a page.

class Match {
  // units: lists of terms of which one is enough; those beside count for no hit; masks: documents that pass, each
  constructor(store, units, { beside = [], masks = [], every = false } = {}) {
    this.store = store;
    const asked = [...units, ...beside];
    const counted = units.length;
    this.hits = new Uint16Array(store.count);
    this.scores = new Float64Array(store.count);
    const held = new Uint16Array(store.count);
    asked.forEach((terms, at) => {
      for (const [doc, impact] of strongest(store, terms)) {
        held[doc] += 1;
        this.scores[doc] += impact;
        if (at < counted) this.hits[doc] += 1;
      }
    });
    this.found = [];
    for (let doc = 0; doc < store.count; doc += 1) {
      const hit = !asked.length || (every ? held[doc] === asked.length : held[doc] > 0);
      if (hit && masks.every((mask) => mask[doc])) this.found.push(doc);
    }
    this.total = this.found.length;
  }

  // Documents, best first: by units hit, by score, by number.
  top(limit, offset = 0) {
    const { hits, scores } = this;
    const ranked = [...this.found].sort((a, b) => hits[b] - hits[a] || scores[b] - scores[a] || a - b);
    return ranked.slice(offset, offset + limit);
  }

  // value -> how many of the documents have it
  counts(facet) {
    const among = new Uint8Array(this.store.count);
    for (const doc of this.found) among[doc] = 1;
    const counts = {};
    for (const [value, docs] of this.store.table(facet)) {
      let count = 0;
      for (const doc of docs) count += among[doc];
      if (count) counts[value] = count;
    }
    return counts;
  }
}

// document -> the greatest impact of some terms
function strongest(store, terms) {
  const found = new Map();
  for (const term of terms) {
    const posting = store.posting(term);
    posting?.docs.forEach((doc, at) => {
      if (posting.impacts[at] > (found.get(doc) ?? 0)) found.set(doc, posting.impacts[at]);
    });
  }
  return found;
}

// The terms of a unit that a document holds, with the field of each.
function hitsOf(store, doc, terms) {
  const found = [];
  for (const term of terms) {
    const posting = store.posting(term);
    const at = posting ? posting.docs.indexOf(doc) : -1;
    if (at >= 0) found.push([term, posting.fields[at]]);
  }
  return found;
}
