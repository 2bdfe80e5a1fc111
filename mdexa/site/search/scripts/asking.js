// The engine, which comes when it is first needed, and at the latest when the page has nothing else to do.

// What was not to be had: the page says so, and the next question asks for it again.
class NotLoaded extends Error {}
// A part of a later release than the first: all is fetched anew.
class Outdated extends Error {}

function fetchScript(name, version, priority) {
  return new Promise((resolve, reject) => {
    const address = new URL(`data/${name}.js`, HERE);
    if (version) address.searchParams.set('v', version);
    const script = make('script', { src: address.href, fetchpriority: priority });
    script.addEventListener('load', () => {
      const told = globalThis.mdexaSearchParts?.[name];
      if (told) resolve(told);
      else reject(new NotLoaded(name));
      delete globalThis.mdexaSearchParts?.[name];
      script.remove();
    });
    script.addEventListener('error', () => reject(new NotLoaded(name)));
    document.head.append(script);
  });
}

let opening = null;
const coming = new Map();

function engine(version) {
  opening ??= fetchScript('start', version).then(globalThis.mdexaEngine.open);
  opening.catch(() => (opening = null));
  return opening;
}

// A part of the data, once.
function fetchPart(opened, name) {
  return coming.get(name) ?? keep(name, fetchScript(name, opened.digest).then((told) => {
    if (told.digest !== opened.digest) throw new Outdated(told.digest);
    opened.take(name, told);
  }));
}

function keep(name, taken) {
  coming.set(name, taken);
  taken.catch(() => coming.delete(name));
  return taken;
}

// What rows say is needed whatever was asked. On its way before it is known where, it hides the wait for what finds it.
function fetchRows() {
  const parts = Math.ceil(form.dataset.datasets / ROWS_A_PART);
  for (let at = 0; at < parts && parts <= ROWS_AHEAD; at += 1) {
    const name = `rows-${at}`;
    if (coming.has(name)) continue;
    keep(name, fetchScript(name, '', 'low').then(async (told) => {
      const opened = await engine();
      if (told.digest === opened.digest) opened.take(name, told);
      else coming.delete(name); // an old one that the browser kept
    }));
  }
}

// The answer, with the parts that it takes; nothing once another question was asked.
async function answered(opened, mine) {
  while (mine === turn) {
    const found = opened.search({ ...request(), limit: shown, count_by: countedFacets(opened), leaving_own: true, language });
    if (!found.missing) return found;
    await Promise.all(found.missing.map((name) => fetchPart(opened, name)));
  }
  return null;
}

// What is asked, and how it stands in the address

const nothing = () => ({ query: '', purpose: '', setting: 'both', filters: Object.create(null), refused: null });
// What an address may say once only. A second one would be dropped, and the answer would be to less than was asked.
const ONCE = ['q', 'usable_for', 'setting', ...YEARS];
let asked = nothing();
let shown = PAGE;
let typing = false;
let turn = 0;

function fromAddress() {
  const behind = location.hash.slice(1);
  const told = new URLSearchParams(behind.includes('=') ? behind : location.search);
  const read = { ...nothing(), query: told.get('q') ?? '', purpose: told.get('usable_for') ?? '' };
  read.setting = told.get('setting') ?? 'both';
  read.refused = refusedOf(told);
  for (const name of told.keys()) {
    if (['q', 'usable_for', 'setting'].includes(name)) continue;
    if (YEARS.includes(name)) read.filters[name] = Number(told.get(name));
    else read.filters[name] = [...new Set(told.getAll(name))];
  }
  return read;
}

// The first thing in an address that cannot be answered as it stands: [field, value].
function refusedOf(told) {
  const twice = ONCE.find((name) => told.getAll(name).length > 1);
  if (twice) return [twice, told.getAll(twice)];
  const empty = [...told.keys()].find((name) => name !== 'q' && told.getAll(name).includes(''));
  if (empty) return [empty, ''];
  const setting = told.get('setting');
  const odd = setting !== null && !(told.has('usable_for') && ['both', 'commercial', 'noncommercial'].includes(setting));
  return odd ? ['setting', setting] : null;
}

function toAddress() {
  const told = new URLSearchParams();
  if (asked.query.trim()) told.set('q', asked.query.trim());
  if (asked.purpose) told.set('usable_for', asked.purpose);
  if (asked.purpose && asked.setting !== 'both') told.set('setting', asked.setting);
  for (const [name, values] of Object.entries(asked.filters)) {
    for (const value of [values].flat()) told.append(name, value);
  }
  return told.toString();
}

function keepAddress(push) {
  const behind = toAddress();
  if (behind === location.hash.slice(1) && !location.search) return;
  const address = location.pathname + (behind ? `#${behind}` : '');
  history[push ? 'pushState' : 'replaceState'](null, '', address);
}

const isNothing = () => !toAddress() && !asked.refused;

// The request of the engine. Both values of a yes-or-no are no filter.
function request() {
  const { repo_only: repository = [], ...filters } = asked.filters;
  const legal = repository.every((value) => value === 'true' || value === 'false');
  if (!legal) filters.repo_only_value = repository;
  else if (repository.length === 1) filters.repo_only = repository[0] === 'true';
  const usable = asked.purpose ? { purpose: asked.purpose, setting: asked.setting } : null;
  return { query: asked.query, filters, usable_for: usable };
}

// Asking. Of several questions in a row the last one is answered.

async function ask({ moved = false, version } = {}) {
  const mine = turn += 1;
  if (!moved) shown = PAGE;
  if (!isNothing()) page.classList.add('asks');
  const waiting = setTimeout(() => mine === turn && !isNothing() && announce(say('searching')), PATIENCE);
  results.setAttribute('aria-busy', 'true');
  let opened;
  try {
    const started = engine(version);
    if (!isNothing()) fetchRows();
    opened = await started;
    if (asked.refused) throw new globalThis.mdexaEngine.BadQuery(...asked.refused);
    const found = await answered(opened, mine);
    if (found) show(opened, found);
  } catch (error) {
    if (mine === turn) await explain(opened, error, version);
  } finally {
    clearTimeout(waiting);
    if (mine === turn) results.removeAttribute('aria-busy');
  }
}

async function explain(opened, error, version) {
  const { BadQuery, BadData } = globalThis.mdexaEngine;
  if (error instanceof Outdated && !version) {
    opening = null;
    coming.clear();
    await ask({ moved: true, version: error.message });
  } else if (error instanceof BadQuery) refuse(opened, error);
  else if (error instanceof NotLoaded || error instanceof Outdated || error instanceof BadData) fail();
  else throw error;
}

function change({ typed = false } = {}) {
  asked.refused = null;
  keepAddress(!(typed && typing));
  typing = typed;
  ask();
}

function refuse(opened, error) {
  announce(say('bad_filter', { field: error.field, value: joined([error.value].flat()) }));
  results.replaceChildren();
  beside.replaceChildren(clearButton());
  moreButton.hidden = true;
  showFacets(opened, {});
}

function fail() {
  page.classList.remove('asks', 'asks-nothing');
  announce(say('failed'));
  beside.replaceChildren(make('p', {}, [make('a', { href: form.dataset.lists, text: say('lists') })]));
  results.replaceChildren();
  moreButton.hidden = true;
}

function announce(text) {
  if (answer.textContent !== text) answer.textContent = text;
}
