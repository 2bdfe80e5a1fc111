// How text is folded and split: the twin of mdexa/text.py. A test holds the two together, character by character.

// Plain characters are told first: the classes of all characters take long to be made ready.
const isPlain = (c) => c.length === 1 && c < '\x80';
const isLetter = (c) => (isPlain(c) ? /^[A-Za-z]$/ : /^\p{L}$/u).test(c);
const isDigit = (c) => (isPlain(c) ? /^[0-9]$/ : /^[\p{Nd}\u00b2\u00b3\u00b9\u1369-\u1371\u19da\u2070\u2074-\u2079\u2080-\u2089\u2460-\u2468\u2474-\u247c\u2488-\u2490\u24ea\u24f5-\u24fd\u24ff\u2776-\u277e\u2780-\u2788\u278a-\u2792\u{10a40}-\u{10a43}\u{10e60}-\u{10e68}\u{11052}-\u{1105a}\u{1f100}-\u{1f10a}]$/u).test(c);
const isWordCharacter = (c) => (isPlain(c) ? /^[0-9A-Za-z]$/ : /^[\p{L}\p{N}]$/u).test(c);
const isMark = (c) => !isPlain(c) && /^\p{M}$/u.test(c);
const isAscii = (text) => /^[\x00-\x7f]*$/.test(text);
const allOf = (text, test) => text !== '' && [...text].every(test);
const lengthOf = (text) => (/[\ud800-\udfff]/.test(text) ? [...text].length : text.length);
const withoutEnd = (text, end) => (text.endsWith(end) ? text.slice(0, text.length - end.length) : text);
// The blanks of Python, at which texts are split there.
const BLANKS = /[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/u;
const withoutBlanks = (text) => text.split(BLANKS).filter(Boolean);
const once = (values) => [...new Set(values)];

const PLAIN = { 'æ': 'ae', 'œ': 'oe', 'ø': 'o', 'ł': 'l', 'đ': 'd', 'ð': 'd', 'ħ': 'h', 'ı': 'i', 'ς': 'σ' };
const GREEK = ('alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma sigma '
  + 'tau upsilon phi chi psi omega').split(' ');
const HYPHENS = '-_‐‑‒–—―−﹣－';
const APOSTROPHES = "'’ʼ＇";
const UNSPACED = /^[\u0e00-\u0eff\u3005-\u3007\u3041-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\u{20000}-\u{3ffff}]$/u;
const LONGEST_TOKEN = 64;

// Case gone as Python's `casefold` does it: through capitals, which splits ligatures and the German s.
const CHEROKEE = /[\u13f8-\u13fd\uab70-\uabbf]/g; // the script whose capitals are the plain form
function casefold(text) {
  const folded = text.replace(/ı/g, '\u0001').toUpperCase().toLowerCase().replace(/\u0001/g, 'ı').replace(/ς/g, 'σ');
  return folded.replace(CHEROKEE, (c) => c.toUpperCase());
}

function fold(text) {
  if (isAscii(text)) return text.toLowerCase();
  const plain = casefold(text.normalize('NFKC')).normalize('NFKD');
  const bare = casefold(plain.replace(/[\u0300-\u036f]/g, '')).normalize('NFKC');
  return spellGreek(bare.replace(/[æœøłđðħıς]/g, (c) => PLAIN[c]));
}

const isGreek = (c) => c !== undefined && c >= 'α' && c <= 'ω' && c.length === 1;

function spellGreek(text) {
  if (!/[α-ω]/.test(text)) return text;
  const letters = [...text];
  return letters.map((letter, at) => {
    const after = letters[at + 1];
    if (!isGreek(letter) || isGreek(after) || isGreek(letters[at - 1])) return letter;
    if (letter === 'μ' && after !== undefined && isLetter(after)) return 'u';
    return GREEK[letter.charCodeAt(0) - 'α'.charCodeAt(0)];
  }).join('');
}

function foldName(text) {
  const folded = fold(text);
  if (/^[a-z0-9]*$/.test(folded)) return folded;
  return [...folded].filter((c) => isWordCharacter(c) || !/[\p{P}\p{Z}\p{C}]/u.test(c)).join('');
}

// The rules of the plural come with the data, so that they are written once.
let plurals = { endings: [], irregular: {}, none: new Set() };

function usePlurals(told) {
  plurals = { endings: told.endings, irregular: told.irregular, none: new Set(told.none.split(' ')) };
}

const SHORTEST_PLURAL = 4;

function singular(word) {
  if (Object.hasOwn(plurals.irregular, word)) return plurals.irregular[word];
  if (word.length < SHORTEST_PLURAL || !/^[A-Za-z]*s$/.test(word) || plurals.none.has(word)) return word;
  const before = word[word.length - 2];
  if (before === 's' || before === 'u') return word;
  for (const [plural, ending] of plurals.endings) {
    if (word.endsWith(plural) && word.length > SHORTEST_PLURAL) return withoutEnd(word, plural) + ending;
  }
  return before === 'i' ? word : word.slice(0, -1);
}

// The words of a text as the index holds them.
function tokens(text) {
  const found = [];
  let letter = '';
  const plain = [...withoutStops(fold(text))].map(separated).join('');
  for (const piece of plain.split(' ').filter(Boolean)) {
    const single = runsOf(piece);
    if (letter && allOf(piece, isLetter) && single.length === 1 && !isUnspacedInText([...piece][0])) {
      found.push(token(letter + piece));
    }
    letter = /^[b-hj-z]$/.test(piece) ? piece : '';
    let group = [];
    for (const half of piece.split('-')) {
      for (const run of runsOf(withoutApostrophes(half))) {
        const characters = [...run];
        if (!isUnspacedInText(characters[0])) {
          group.push(run);
          continue;
        }
        found.push(...variants(group));
        group = [];
        if (characters.length === 1) found.push(run);
        for (let at = 0; at + 1 < characters.length; at += 1) found.push(characters[at] + characters[at + 1]);
      }
    }
    found.push(...variants(group));
  }
  return found;
}

const isUnspacedInText = (c) => c > '\u0dff' && UNSPACED.test(c);

function withoutStops(text) {
  if (!text.includes('.')) return text;
  const [first, ...others] = text.split('.');
  const last = (part) => [...part].pop() ?? '';
  let kept = first;
  let before = last(first);
  for (const part of others) {
    kept += (isDigit(before) && isDigit([...part][0] ?? '') ? '.' : ' ') + part;
    before = last(part);
  }
  return kept;
}

const separators = new Map();
function separated(c) {
  let becomes = separators.get(c);
  if (becomes === undefined) {
    if (isWordCharacter(c) || isMark(c)) becomes = c;
    else if (HYPHENS.includes(c)) becomes = '-';
    else becomes = APOSTROPHES.includes(c) ? "'" : c === '.' ? '.' : ' ';
    separators.set(c, becomes);
  }
  return becomes;
}

function withoutApostrophes(word) {
  if (!word.includes("'")) return word;
  return withoutEnd(word.replace(/^'+|'+$/g, ''), "'s").replace(/'/g, '');
}

function runsOf(word) {
  if (isAscii(word)) return word ? [word] : [];
  const runs = [];
  let before = null;
  for (const c of word) {
    const unspaced = isUnspacedInText(c) || (before === true && isMark(c));
    if (unspaced === before) runs[runs.length - 1] += c;
    else runs.push(c);
    before = unspaced;
  }
  return runs;
}

function variants(group) {
  const found = group.length === 3 ? [token(group.join(''))] : [];
  for (let at = 0; at + 1 < group.length; at += 1) found.push(token(group[at] + group[at + 1]));
  for (const word of group) found.push(token(word), ...halves(word));
  return found;
}

function halves(word) {
  if (allOf(word, isLetter) || allOf(word, isDigit)) return [];
  let letters = word.replace(/[0-9]+$/, '');
  let number = word.slice(letters.length);
  if (!number) {
    letters = word.replace(/^[0-9]+/, '');
    number = word.slice(0, word.length - letters.length);
  }
  if (lengthOf(letters) === 1 || !allOf(letters, isLetter) || !number) return [];
  return word.startsWith(letters) ? [token(letters), token(number)] : [token(number), token(letters)];
}

const token = (word) => singular(word.length > LONGEST_TOKEN ? [...word].slice(0, LONGEST_TOKEN).join('') : word);
