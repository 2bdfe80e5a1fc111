// The answer

function show(opened, found) {
  const parts = found.said.map(([key, gaps]) => say(key, inWords(opened, gaps)));
  if (found.total && !isNothing()) parts.push(found.remaining ? say('remaining', { n: found.remaining }) : say('complete'));
  announce(sentences(parts));
  beside.replaceChildren(...besideAnswer(opened, found));
  results.replaceChildren(...found.rows.map((row) => showRow(opened, row)));
  moreButton.hidden = !found.remaining;
  page.classList.toggle('found-nothing', !found.total);
  showFacets(opened, found.counts);
}

function inWords(opened, gaps) {
  const put = { ...gaps };
  for (const name of ['concept', 'wider']) if (put[name]) put[name] = opened.label(put[name], language);
  if (put.state) put.state = wordFor('availability', put.state);
  if (put.words) put.words = joined(put.words);
  return put;
}

function besideAnswer(opened, found) {
  const lines = [];
  const line = (title, children) => lines.push(make('p', {}, [make('strong', { text: title }), ' ', ...children]));
  const readings = found.understood.map((one) => [one.typed, one.concept ? opened.label(one.concept, language) : one.as]);
  // What was read as it stands needs no telling.
  const other = readings.filter(([typed, as]) => typed.toLowerCase() !== as.toLowerCase());
  const read = other.map(([typed, as]) => say('read_as', { typed, as }));
  if (read.length) lines.push(make('p', { class: 'read', text: `${say('understood')} ${joined([...new Set(read)])}` }));
  for (const hint of found.hints) lines.push(showHint(opened, hint));
  if (found.nearest.length) {
    line(say('did_you_mean'), found.nearest.flatMap((near) => [make('a', { href: pageOf(near.id), text: near.name, lang: 'en' }), ' ']));
  }
  for (const key of ['upstream_only', 'usable_parts']) {
    if (found[key]) lines.push(make('p', { class: 'note', text: say(key, { n: found[key] }) }));
  }
  if (!found.total || found.relaxations.length) {
    const buttons = found.relaxations.map(({ filter, more }) => button(
      say('relaxed', { filter: filterLabel(opened, filter), n: more }),
      () => drop(filter),
    ));
    if (buttons.length) lines.push(make('p', { class: 'relaxations' }, buttons));
  }
  return lines;
}

const button = (text, listener, more = {}) => make('button', { type: 'button', text, on: { click: listener }, ...more });
const clearButton = () => button(say('clear'), () => {
  asked = { ...nothing(), query: asked.query };
  change();
}, { id: 'clear-filters' });

function filterLabel(opened, name) {
  if (name === 'usable_for') return say('use_filter');
  if (name === 'without_flags') return say('without_flags');
  const facet = opened.facets.find((one) => one.id === name);
  return facet ? facetLabel(facet) : name;
}

const facetLabel = (facet) => (isChinese && facet.label_zh) || facet.label;

function valueLabel(opened, facet, value) {
  if (opened.isTag(facet)) return opened.label(`${facet}/${value}`, language);
  return KINDS[facet] ? wordFor(KINDS[facet], value) : value;
}

function drop(filter) {
  if (filter === 'usable_for') Object.assign(asked, { purpose: '', setting: 'both' });
  else for (const name of filter === 'year' ? YEARS : [filter]) delete asked.filters[name];
  change();
}

function showHint(opened, { typed, means }) {
  const [name, value] = [means.slice(0, means.indexOf('=')), means.slice(means.indexOf('=') + 1)];
  if (name === 'like') {
    return make('p', { class: 'hint' }, [make('a', { href: pageOf(value), text: say('similar_to', { typed, what: value }) })]);
  }
  const what = name === 'usable_for' ? wordFor('purpose', value) : `${filterLabel(opened, name)}: ${valueLabel(opened, name, value)}`;
  const label = say(name === 'without_flags' ? 'apply_without' : 'apply', { what: name === 'without_flags' ? wordFor('flag', value) : what });
  const apply = () => {
    if (name === 'usable_for') asked.purpose = value;
    else asked.filters[name] = [...new Set([...(asked.filters[name] ?? []), value])];
    change();
  };
  return make('p', { class: 'hint' }, [`${say('hint', { typed })} `, button(label, apply)]);
}

// Rows

const badge = (kind, value) => make('span', { class: `value ${value}`, text: wordFor(kind, value) });

function showRow(opened, row) {
  const facts = make('dl', { class: 'facts' });
  const fact = (label, ...children) => facts.append(make('div', {}, [make('dt', { text: label }), make('dd', {}, children)]));
  fact(say('licence'), badge('status', row.licence_status));
  for (const [column, verdict] of Object.entries(row.verdict ?? {})) fact(columnLabel(column), ...showVerdict(verdict));
  fact(say('access'), wordFor('access_kind', row.access));
  fact(say('availability'), make('span', { class: `state ${row.availability}`, text: wordFor('availability', row.availability) }));
  if (row.handling !== 'link_only') fact(say('handling'), wordFor('handling', row.handling));
  if (row.risk_flags.length) fact(say('flags'), joined(row.risk_flags.map((flag) => counted(flag) ?? wordFor('flag', flag))));
  const item = make('li', { class: 'result' }, [
    make('h3', {}, [make('a', { href: pageOf(row.id), text: row.name, lang: 'en' })]),
    make('p', { class: 'line', text: row.line, lang: 'en' }),
    facts,
  ]);
  if (row.ok_parts.length) item.append(make('p', { class: 'note', text: say('parts', { parts: joined(row.ok_parts.map((part) => counted(part) ?? part)) }) }));
  if (row.repo_only) item.append(make('p', { class: 'note', text: say('repo_only') }));
  if (row.matched.length) item.append(make('p', { class: 'why' }, why(opened, row)));
  return item;
}

// `+2` of a list that was cut.
const counted = (text) => (/^\+\d+$/.test(text) ? say('more_of_them', { n: Number(text) }) : null);

function columnLabel(column) {
  const [purpose, setting] = column.split('/');
  return wordFor('purpose', purpose) + (setting ? ` · ${wordFor('setting', setting)}` : '');
}

function showVerdict({ value, own }) {
  const shown = badge('value', value);
  return own ? [shown, ' ', make('span', { class: 'own', text: `(${say('own', { own: wordFor('value', own) })})` })] : [shown];
}

function why(opened, row) {
  const hits = row.matched.map(({ typed, concept, concept_id: id }) => {
    const label = id && opened.label(id, language);
    return concept && label !== typed ? say('matched_as', { typed, concept: label }) : typed;
  });
  const children = [make('strong', { text: say('matched') }), ' ', joined(hits)];
  if (row.lacks.length) {
    const lacks = joined(row.lacks.map((one) => counted(one) ?? one));
    children.push(' ', make('span', { class: 'lacks' }, [make('strong', { text: say('lacks') }), ' ', lacks]));
  }
  return children;
}
