// The engine, which comes when it is first needed, and at the latest when the page has nothing else to do.

function fetchScript(name) {
  return new Promise((resolve, reject) => {
    const script = make('script', { src: new URL(name, HERE).href });
    script.addEventListener('load', resolve);
    script.addEventListener('error', () => reject(new Error(name)));
    document.head.append(script);
  });
}

let opening = null;
let allForms = null;

function engine() {
  opening ??= fetchScript('data.js').then(() => {
    const opened = globalThis.mdexaEngine.open(globalThis.mdexaSearchData);
    delete globalThis.mdexaSearchData;
    return opened;
  });
  return opening;
}

async function engineFor(query) {
  const forms = isChinese || /[^\x00-\x7f]/.test(query);
  if (forms) allForms ??= fetchScript('forms.js');
  const opened = await engine();
  if (forms) {
    await allForms;
    if (globalThis.mdexaSearchForms) opened.addForms(globalThis.mdexaSearchForms);
    delete globalThis.mdexaSearchForms;
  }
  return opened;
}

// What is asked, and how it stands in the address

const nothing = () => ({ query: '', purpose: '', setting: 'both', filters: {} });
let asked = nothing();
let shown = PAGE;
let typing = false;
let turn = 0;

function fromAddress() {
  const behind = location.hash.slice(1);
  const told = new URLSearchParams(behind.includes('=') ? behind : location.search);
  const read = { ...nothing(), query: told.get('q') ?? '', purpose: told.get('usable_for') ?? '' };
  read.setting = told.get('setting') ?? 'both';
  for (const name of told.keys()) {
    if (['q', 'usable_for', 'setting'].includes(name)) continue;
    if (YEARS.includes(name)) read.filters[name] = Number(told.get(name));
    else read.filters[name] = [...new Set(told.getAll(name))];
  }
  return read;
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

const isNothing = () => !toAddress();

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

async function ask({ moved = false } = {}) {
  const mine = turn += 1;
  if (!moved) shown = PAGE;
  let opened;
  const waiting = setTimeout(() => mine === turn && !isNothing() && announce(say('loading')), 300);
  try {
    opened = await engineFor(asked.query);
  } catch {
    if (mine === turn) announce(say('failed'));
    return;
  } finally {
    clearTimeout(waiting);
  }
  if (mine !== turn) return;
  try {
    show(opened, opened.search({ ...request(), limit: shown, count_by: countedFacets(opened), leaving_own: true }));
  } catch (error) {
    if (!(error instanceof globalThis.mdexaEngine.BadQuery)) throw error;
    refuse(opened, error);
  }
}

function change({ typed = false } = {}) {
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

function announce(text) {
  if (answer.textContent !== text) answer.textContent = text;
}
