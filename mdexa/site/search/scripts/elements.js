// The interface of the start page: its words and elements. Whatever comes from the data is set as text, never as markup.

const DEBOUNCE = 120;
// Until then nobody minds waiting, and need not be told.
const PATIENCE = 300;
// Rows in a part of the data, and how many parts are fetched before it is known which are shown.
const ROWS_A_PART = 256;
const ROWS_AHEAD = 6;
const PAGE = 20;
const FEW_VALUES = 12;
const MANY = ['modality', 'organism', 'topic', 'task', 'publisher', 'licence_status', 'commercial_product',
  'academic_research', 'access_kind', 'availability', 'handling', 'risk_flag', 'without_flags', 'repo_only'];
const YEARS = ['year_from', 'year_to'];
const KINDS = {
  licence_status: 'status',
  commercial_product: 'value',
  academic_research: 'value',
  access_kind: 'access_kind',
  availability: 'availability',
  repo_only: 'repo_only',
  risk_flag: 'flag',
  without_flags: 'flag',
  handling: 'handling',
};
const HERE = document.currentScript.src;

// Words

const told = JSON.parse(document.getElementById('search-words').textContent);
const language = told.language;
const isChinese = language.startsWith('zh');

function say(key, gaps = {}) {
  const one = gaps.n === 1 ? told.words[`search.${key}_one`] : undefined;
  const text = one ?? told.words[`search.${key}`] ?? key;
  return text.replace(/\{(\w+)\}/g, (gap, name) => (name in gaps ? String(gaps[name]) : gap));
}

const wordFor = (kind, value) => told.words[`${kind}.${value}`] ?? String(value).replace(/_/g, ' ');
const joined = (values) => values.join(isChinese ? '、' : ', ');
const sentences = (values) => values.join(isChinese ? '' : ' ');

// Elements

function make(tag, { text, on, ...attributes } = {}, children = []) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) element.setAttribute(name, '');
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  if (text !== undefined) element.textContent = text;
  for (const [name, listener] of Object.entries(on ?? {})) element.addEventListener(name, listener);
  element.append(...children);
  return element;
}

const page = document.documentElement;
const form = document.getElementById('search');
const input = document.getElementById('query');
const aside = document.getElementById('facets');
const answer = document.getElementById('answer');
const results = document.getElementById('results');
const moreButton = document.getElementById('more');
const beside = make('div', { id: 'search-beside' });
answer.after(beside);

const pageOf = (id) => form.dataset.page.replace('{id}', encodeURIComponent(id));
