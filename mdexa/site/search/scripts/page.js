// What the reader does

let timer = 0;

function typed() {
  if (input.value.trim()) page.classList.add('asks');
  clearTimeout(timer);
  timer = setTimeout(() => {
    if (input.value === asked.query) return;
    asked.query = input.value;
    change({ typed: true });
  }, DEBOUNCE);
}

// While a word is being composed, as Chinese is, what stands in the field is not yet what is meant.
input.addEventListener('input', (event) => event.isComposing || typed());
input.addEventListener('compositionend', typed);
input.addEventListener('focus', () => engine().catch(() => {}));
form.addEventListener('submit', (event) => {
  event.preventDefault();
  clearTimeout(timer);
  asked.query = input.value;
  change();
});
moreButton.addEventListener('click', async () => {
  const before = results.children.length;
  shown += PAGE;
  await ask({ moved: true });
  results.children[before]?.querySelector('a')?.focus();
});

function restore() {
  if (toAddress() === location.hash.slice(1) && input.value.trim() === asked.query.trim()) return;
  asked = fromAddress();
  input.value = asked.query;
  typing = false;
  ask();
}
addEventListener('popstate', restore);
addEventListener('hashchange', restore);

function begin() {
  const early = input.value;
  asked = fromAddress();
  if (isNothing() && early.trim()) asked.query = early; // typed before the script came
  input.value = asked.query;
  if (!isNothing()) {
    ask();
    return;
  }
  // Nothing is asked: what comes now may wait for what the reader sees first.
  const later = globalThis.requestIdleCallback ?? ((run) => setTimeout(run, 200));
  const prepare = () => later(() => turn || ask());
  if (document.readyState === 'complete') prepare();
  else addEventListener('load', prepare);
}

begin();
