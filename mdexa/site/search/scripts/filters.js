// Filters of a request, each as the documents that pass: the twin of mdexa/filtering.py.

const TAG_FACETS = ['modality', 'organism', 'topic', 'task'];
const PLAIN_FACETS = ['licence_status', 'commercial_product', 'academic_research', 'access_kind', 'availability',
  'handling', 'risk_flag'];
const OPEN_VALUES = ['undeclared', 'unverifiable'];
const GOOD_VALUES = ['allowed', 'allowed_with_conditions'];
const SETTINGS = ['both', 'commercial', 'noncommercial'];
const BASES = ['final', 'own'];

// A filter that does not exist: it is never left out in silence.
class BadQuery extends Error {
  constructor(field, value) {
    super(`${field}: ${value}`);
    this.field = field;
    this.value = value;
  }
}

function masked(store, facet, values) {
  const mask = new Uint8Array(store.count);
  const table = store.table(facet);
  for (const value of values) for (const doc of table.get(value) ?? []) mask[doc] = 1;
  return mask;
}

const inverted = (mask) => mask.map((bit) => 1 - bit);

function askedColumns(store, purpose, setting) {
  if (store.data.columns.includes(purpose)) return [purpose];
  if (!store.data.split.includes(purpose)) throw new BadQuery('usable_for', purpose);
  return ['commercial', 'noncommercial'].filter((one) => setting === 'both' || one === setting).map((one) => `${purpose}/${one}`);
}

// Masks that a dataset must pass to be usable, with more verdicts let through.
function verdictMasks(store, usableFor, basis, more = []) {
  const values = [...usableFor.verdicts, ...more];
  const columns = askedColumns(store, usableFor.purpose, usableFor.setting);
  return columns.map((column) => [`${basis}/${column}`, masked(store, `${basis}/${column}`, values)]);
}

function readUsableFor(store, given) {
  if (!given) return null;
  const asked = { setting: 'both', verdicts: GOOD_VALUES, basis: 'final', ...given };
  if (!SETTINGS.includes(asked.setting)) throw new BadQuery('setting', asked.setting);
  if (!BASES.includes(asked.basis)) throw new BadQuery('basis', asked.basis);
  for (const value of asked.verdicts) if (!store.data.values.includes(value)) throw new BadQuery('verdicts', value);
  askedColumns(store, asked.purpose, asked.setting);
  return asked;
}

// [{name, masks}] of the filters of a request, in the order of the library.
function narrow(store, filters, usableFor) {
  const known = [...TAG_FACETS, 'publisher', ...PLAIN_FACETS, 'repo_only', 'without_flags', 'year_from', 'year_to'];
  for (const name of Object.keys(filters)) if (!known.includes(name)) throw new BadQuery(name, filters[name]);
  const found = [];
  const add = (name, masks) => found.push({ name, masks });
  const any = (name, values) => values.length && add(name, [masked(store, name, values)]);
  for (const facet of TAG_FACETS) any(facet, (filters[facet] ?? []).map((value) => tagValue(store, facet, value)));
  any('publisher', publishers(store, filters.publisher ?? []));
  for (const facet of PLAIN_FACETS) any(facet, checked(facet, filters[facet], (value) => isLegal(store, facet, value)));
  if (filters.repo_only !== undefined) any('repo_only', [String(filters.repo_only)]);
  const without = checked('without_flags', filters.without_flags, (value) => store.data.flags.includes(value));
  if (without.length) add('without_flags', [inverted(masked(store, 'risk_flag', without))]);
  const years = yearMask(store, filters);
  if (years) add('year', [years]);
  if (usableFor) add('usable_for', verdictMasks(store, usableFor, usableFor.basis).map(([, mask]) => mask));
  return found;
}

// The id of a tag value, which may be given by its id or by any of its forms.
function tagValue(store, facet, value) {
  if (store.places.has(`${facet}/${value}`)) return value;
  const named = store.conceptsNamed(formKey(wordsOf(value))).filter((name) => name.startsWith(`${facet}/`));
  if (named.length !== 1) throw new BadQuery(facet, value);
  return named[0].slice(facet.length + 1);
}

function checked(facet, values = [], isKnown) {
  for (const value of values) if (!isKnown(value)) throw new BadQuery(facet, value);
  return values;
}

function isLegal(store, facet, value) {
  return (store.data.legal[facet] ?? []).includes(value);
}

// Publishers by their name, or by any part of it.
function publishers(store, values) {
  if (!values.length) return [];
  const known = [...store.table('publisher').keys()];
  return once(values.flatMap((value) => {
    const key = foldName(value);
    const whole = known.filter((name) => foldName(name) === key);
    const hits = whole.length ? whole : known.filter((name) => key && foldName(name).includes(key));
    if (!hits.length) throw new BadQuery('publisher', value);
    return hits;
  }));
}

function yearMask(store, filters) {
  const { year_from: first, year_to: last } = filters;
  if (first === undefined && last === undefined) return null;
  const legal = (year) => year === undefined || (Number.isInteger(year) && year >= 1900 && year <= 2100);
  if (!legal(first)) throw new BadQuery('year_from', first);
  if (!legal(last)) throw new BadQuery('year_to', last);
  if (first !== undefined && last !== undefined && first > last) throw new BadQuery('year_from', first);
  const within = [...store.table('year').keys()].filter((year) => +year >= (first ?? 0) && +year <= (last ?? 9999));
  return masked(store, 'year', within);
}
