/** Shows deliveries as they arrive. Without it, the page works but must be reloaded. */
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

/** Updates only what changed, so that open details and the focus are preserved. */
function update(shown, item) {
  shown.dataset.state = item.dataset.state;
  for (const part of item.querySelectorAll('[data-part]')) {
    shown.querySelector(`[data-part="${part.dataset.part}"]`).textContent = part.textContent;
  }
}

setInterval(() => look().catch(() => undefined), 1500);
