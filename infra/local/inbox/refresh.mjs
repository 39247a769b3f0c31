/** Shows deliveries as they come. Without it the page is as good, and is reloaded by hand. */
const list = document.getElementById('deliveries');
const count = document.getElementById('count');
let version = list.dataset.version;

async function look() {
  if (document.hidden) return;
  const answer = await fetch(location.pathname, { headers: { 'if-none-match': version }, cache: 'no-store' });
  if (answer.status !== 200) return;
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const next = page.getElementById('deliveries');
  version = next.dataset.version;
  count.textContent = page.getElementById('count').textContent;
  const wanted = [...next.children];
  for (const shown of [...list.children]) {
    if (!wanted.some(({ id }) => id === shown.id)) shown.remove();
  }
  let before = list.firstElementChild;
  for (const item of wanted) {
    const shown = document.getElementById(item.id);
    if (!shown) list.insertBefore(item, before);
    else {
      if (shown.dataset.state !== item.dataset.state) update(shown, item);
      before = shown.nextElementSibling;
    }
  }
}

/** Only what changes, so that what is open stays open and the focus where it is. */
function update(shown, item) {
  shown.dataset.state = item.dataset.state;
  for (const part of item.querySelectorAll('[data-part]')) {
    shown.querySelector(`[data-part="${part.dataset.part}"]`).textContent = part.textContent;
  }
}

setInterval(() => look().catch(() => undefined), 1500);
