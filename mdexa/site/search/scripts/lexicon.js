// Words in their places, and the longest forms of the vocabulary among them: the twin of mdexa/lexicon.py.

const LONGEST_FORM = 20;
const ROOM_OF_A_WORD = 3;
const NAME_MARK = '=';
const FAMILY_MARK = '=~';
const PUBLISHER_MARK = '=@';
const HEAD_MARK = '=^';
const WORD_MARK = '=?';
const MENTION_MARK = '~';
const SHORTEST_FAMILY = 3;
const BREAKS = /[,;()\n，；、（）。]/;

// Kana, ideographs and syllables: each is a word of its own.
const isUnspaced = (c) => /^[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]/.test(c);

function spans(letters) {
  const found = [];
  let start = -1;
  letters.forEach((c, at) => {
    const alone = isUnspaced(c);
    if (c === '.' && start >= 0 && isDigit(letters[at - 1]) && isDigit(letters[at + 1] ?? '')) return;
    if (start >= 0 && (alone || !isWordCharacter(c))) {
      found.push([start, at]);
      start = -1;
    }
    if (alone) found.push([at, at + 1]);
    else if (start < 0 && isWordCharacter(c)) start = at;
  });
  if (start >= 0) found.push([start, letters.length]);
  return found;
}

function wordsOf(text) {
  const letters = [...text];
  return spans(letters).map(([start, stop]) => letters.slice(start, stop).join(''));
}

function family(name) {
  let first = '';
  for (const word of wordsOf(name)) {
    first += foldName(word);
    if (lengthOf(first) >= SHORTEST_FAMILY) break;
  }
  const stem = first.replace(/[0-9]+$/, '');
  const key = first.length - stem.length > 1 ? stem : first;
  return lengthOf(key) >= SHORTEST_FAMILY ? key : '';
}

const UPPER = /\p{Uppercase}/u;
const LOWER = /\p{Lowercase}/u;
const cased = (word, bad) => {
  if (isAscii(word)) return /[A-Za-z]/.test(word) && !(bad === UPPER ? /[A-Z]/ : /[a-z]/).test(word);
  let some = false;
  for (const c of word) {
    if (bad.test(c) || /\p{Lt}/u.test(c)) return false;
    some ||= /[\p{Lowercase}\p{Uppercase}]/u.test(c);
  }
  return some;
};
const isLower = (word) => cased(word, UPPER);
const isUpper = (word) => cased(word, LOWER);

function looksLikeAName(word) {
  const [first, ...rest] = [...word];
  const capitalized = (isLower(first) ? first.toUpperCase() : first) + rest.join('').toLowerCase();
  return word !== capitalized && !(isLower(word) || isUpper(word));
}

const formKey = (words) => words.map((word) => singular(foldName(word))).join('');

// The words in order, grouped: [words of a form, its concepts], or [one word, []] where no form begins.
function* spot(typed, lookup) {
  const keys = typed.map((word) => formKey([word]));
  for (let at = 0; at < typed.length;) {
    let length = 1;
    let concepts = [];
    for (let end = reach(typed, at); end > at; end -= 1) {
      const found = lookup(keys.slice(at, end).join(''));
      if (found.length) {
        length = end - at;
        concepts = found;
        break;
      }
    }
    yield [typed.slice(at, at + length), concepts];
    at += length;
  }
}

function reach(typed, start) {
  let room = LONGEST_FORM;
  let at = start;
  while (at < typed.length && room > 0) {
    room -= isUnspaced(typed[at]) ? 1 : ROOM_OF_A_WORD;
    at += 1;
  }
  return at;
}

// The words of a query in their places: the twin of mdexa/understanding/words.py.
class Words {
  constructor(text) {
    this.letters = [...text];
    this.spans = spans(this.letters);
    this.all = this.spans.map(([start, stop]) => this.letters.slice(start, stop).join(''));
    this.foldedWords = this.all.map(foldName);
    this.keys = this.foldedWords.map(singular);
  }

  get length() {
    return this.all.length;
  }

  typed(start, stop) {
    return withoutBlanks(this.letters.slice(this.spans[start][0], this.spans[stop - 1][1]).join('')).join(' ');
  }

  folded(start, stop) {
    return this.foldedWords.slice(start, stop).join('');
  }

  key(start, stop) {
    return this.keys.slice(start, stop).join('');
  }

  * parts(first, stop) {
    let start = first;
    for (let at = start + 1; at < stop; at += 1) {
      const between = this.letters.slice(this.spans[at - 1][1], this.spans[at][0]).join('');
      if (BREAKS.test(between)) {
        yield [start, at];
        start = at;
      }
    }
    if (start < stop) yield [start, stop];
  }

  touch(at) {
    return at > 0 && this.spans[at - 1][1] === this.spans[at][0];
  }
}
