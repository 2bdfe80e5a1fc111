// Facets

const isWide = matchMedia('(min-width: 60em)').matches;
const open = new Map([['box', isWide], ['modality', isWide], ['licence_status', isWide]]);
const whole = new Set();

const countedFacets = (opened) => {
  const ids = opened.facets.map((facet) => facet.id).filter((id) => open.get(id) || asked.filters[id]?.length);
  if (open.get('without_flags') || asked.filters.without_flags?.length) ids.push('risk_flag');
  return [...new Set(ids)];
};

function showFacets(opened, counts) {
  const focused = document.activeElement?.id;
  const groups = opened.facets.map((facet) => showFacet(opened, facet.id, facetLabel(facet), counts[facet.id] ?? {}, facet.definition));
  groups.splice(groups.length - 3, 0, showFacet(opened, 'without_flags', say('without_flags'), counts.risk_flag ?? {}));
  const chosen = Object.keys(asked.filters).length + (asked.purpose ? 1 : 0);
  const label = chosen ? say('selected', { label: say('filters'), n: chosen }) : say('filters');
  const box = make('details', { id: 'filter-box', open: open.get('box') }, [make('summary', { id: 'filters', text: label })]);
  box.addEventListener('toggle', () => open.set('box', box.open));
  if (chosen) box.append(clearButton());
  box.append(showUse(opened), ...groups);
  aside.replaceChildren(box);
  if (focused && document.activeElement?.id !== focused) document.getElementById(focused)?.focus({ preventScroll: true });
}

function showFacet(opened, facet, label, counts, definition = '') {
  const chosen = facet === 'year' ? YEARS.filter((name) => name in asked.filters) : [asked.filters[facet] ?? []].flat();
  const summary = make('summary', { id: `facet-${facet}`, text: chosen.length ? say('selected', { label, n: chosen.length }) : label });
  if (definition && !isChinese) summary.title = definition;
  const details = make('details', { 'data-facet': facet, open: open.get(facet) }, [summary]);
  details.addEventListener('toggle', () => {
    if (open.get(facet) === details.open) return;
    open.set(facet, details.open);
    if (details.open) ask({ moved: true });
  });
  if (open.get(facet)) details.append(facet === 'year' ? showYears() : showValues(opened, facet, label, chosen, counts));
  return details;
}

function showValues(opened, facet, label, chosen, counts) {
  const values = [...new Set([...chosen, ...Object.keys(counts)])].map((value) => ({
    value,
    label: valueLabel(opened, facet, value),
    n: counts[value] ?? 0,
    chosen: chosen.includes(value),
  }));
  values.sort((a, b) => b.chosen - a.chosen || b.n - a.n || (a.label < b.label ? -1 : 1));
  const few = whole.has(facet) ? values : values.slice(0, Math.max(FEW_VALUES, chosen.length));
  const list = make('ul', {}, few.map((row) => make('li', {}, [showBox(facet, row)])));
  const parts = [list];
  if (few.length < values.length) {
    parts.push(button(say('show_all', { n: values.length }), () => {
      whole.add(facet);
      ask({ moved: true });
      document.getElementById(`facet-${facet}`)?.focus();
    }, { id: `all-${facet}` }));
  }
  return make('div', { role: 'group', 'aria-label': label }, parts);
}

function showBox(facet, { value, label, n, chosen }) {
  const box = make('input', { type: 'checkbox', id: `filter-${facet}-${value}`, value });
  box.checked = chosen;
  box.addEventListener('change', () => {
    const before = [asked.filters[facet] ?? []].flat();
    const after = box.checked ? [...before, value] : before.filter((one) => one !== value);
    if (after.length) asked.filters[facet] = after;
    else delete asked.filters[facet];
    change();
  });
  const isOurs = KINDS[facet] !== undefined || facet === 'year';
  return make('label', {}, [box, ' ', make('span', { text: label, lang: isOurs || isChinese ? null : 'en' }), ' ', make('span', { class: 'count', text: String(n) })]);
}

function showYears() {
  const fields = YEARS.map((name) => {
    const field = make('input', { type: 'number', id: `filter-${name}`, min: 1900, max: 2100, inputmode: 'numeric', value: asked.filters[name] });
    field.addEventListener('change', () => {
      if (field.value === '') delete asked.filters[name];
      else asked.filters[name] = Number(field.value);
      change();
    });
    return make('label', {}, [make('span', { text: say(name) }), ' ', field]);
  });
  return make('div', { class: 'years' }, fields);
}

function showUse(opened) {
  const purposes = [make('option', { value: '', text: say('any_use') }), ...opened.purposes.map((purpose) => make('option', { value: purpose, text: wordFor('purpose', purpose) }))];
  const purpose = make('select', { id: 'usable-for' }, purposes);
  const settings = ['both', 'commercial', 'noncommercial'].map((one) => make('option', { value: one, text: say(`setting_${one}`) }));
  const setting = make('select', { id: 'usable-setting' }, settings);
  purpose.value = asked.purpose;
  setting.value = asked.setting;
  setting.disabled = !opened.isSplit(asked.purpose);
  purpose.addEventListener('change', () => {
    asked.purpose = purpose.value;
    if (!opened.isSplit(asked.purpose)) asked.setting = 'both';
    change();
  });
  setting.addEventListener('change', () => {
    asked.setting = setting.value;
    change();
  });
  const parts = [
    make('label', {}, [make('span', { text: say('use') }), ' ', purpose]),
    make('label', {}, [make('span', { text: say('setting') }), ' ', setting]),
  ];
  if (asked.purpose) parts.push(make('p', { class: 'warning', id: 'use-warning', text: say('use_warning') }));
  if (asked.purpose) purpose.setAttribute('aria-describedby', 'use-warning');
  return make('div', { class: 'use', role: 'group', 'aria-label': say('use_filter') }, parts);
}
