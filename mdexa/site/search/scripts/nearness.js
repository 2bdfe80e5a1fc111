// Keys within an error of typing or two: the twin of mdexa/index/near.py.

const SHORTEST_NEAR = 3;
const LONGEST_NEAR = 64;
const boundOf = (letters) => (letters.length >= 4) + (letters.length >= 8);
const canBeNear = (letters, most) => most > 0 && letters.length >= SHORTEST_NEAR - most && letters.length <= LONGEST_NEAR + most;

// Keys of one kind in one part, with how often each counts.
class NearKeys {
  constructor(told, kind) {
    this.all = unpackWords(told[kind]);
    this.counts = new Numbers(told[`${kind}_counts`]).rest();
    this.lengths = Uint8Array.from(this.all, lengthOf);
    this.marks = Uint32Array.from(this.all, lettersIn);
  }

  // [[errors, count, key], ...] of all that have one error or more, and at most so many.
  within(letters, most) {
    const found = [];
    const mark = lettersIn(letters);
    for (let at = 0; at < this.all.length; at += 1) {
      if (Math.abs(this.lengths[at] - letters.length) > most) continue;
      // An error takes away one letter at most, and brings one.
      if (bits(mark & ~this.marks[at]) > most || bits(this.marks[at] & ~mark) > most) continue;
      const errors = distance(letters, this.all[at], most);
      if (errors > 0 && errors <= most) found.push([errors, this.counts[at], this.all[at]]);
    }
    return found;
  }
}

// By errors, most counted, order of keys.
const nearestFirst = (a, b) => a[0] - b[0] || b[1] - a[1] || byCharacter(a[2], b[2]);

// Which letters there are, a bit for several of them.
function lettersIn(text) {
  let mark = 0;
  for (const c of text) mark |= 1 << (c.codePointAt(0) & 31);
  return mark >>> 0;
}

function bits(mark) {
  let count = 0;
  for (let left = mark; left; left &= left - 1) count += 1;
  return count;
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
