// Numbers and sorted words as mdexa/site/search/packing.py writes them.

const BASE = 91;
const digitOf = (code) => code - (code > 92 ? 36 : 35);

// Reads numbers one after the other.
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

  // So many numbers that grow, each told as its distance from the one before.
  ascending(count) {
    const found = [];
    for (let before = -1; found.length < count; found.push(before)) before += this.next() + 1;
    return found;
  }

  rest() {
    const found = [];
    while (this.more) found.push(this.next());
    return found;
  }
}

const isCapital = (code) => code > 64 && code < 91;

function unpackWords(text) {
  const found = [];
  let before = '';
  for (let at = 0; at < text.length;) {
    let end = at + 1;
    while (end < text.length && !isCapital(text.charCodeAt(end))) end += 1;
    before = before.slice(0, text.charCodeAt(at) - 65) + text.slice(at + 1, end);
    found.push(before);
    at = end;
  }
  return found;
}

function unpackAscending(text) {
  let before = -1;
  return new Numbers(text).rest().map((told) => (before += told + 1));
}

// The place of the last of some ascending values that is not above one; -1 if all are.
function lastUpTo(values, one) {
  let low = 0;
  for (let high = values.length; low < high;) {
    const middle = (low + high) >> 1;
    if (values[middle] <= one) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

// Sorts as the index does, by characters and not by halves of them.
function byCharacter(a, b) {
  const [left, right] = [[...a], [...b]];
  const at = left.findIndex((c, place) => c !== right[place]);
  if (at < 0 || right[at] === undefined) return left.length - right.length;
  return left[at].codePointAt(0) - right[at].codePointAt(0);
}
