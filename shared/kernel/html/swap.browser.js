(() => {
  'use strict';
  // Forms change the page where it stands: the parts of the page that answers are merged into those that are shown. Merged
  // rather than put in their place, so that focus, opened folds and everything that is typed elsewhere stay. What is typed is
  // why this is no library: what those overwrite is what has to stay.
  const FIELDS = 'input:not([type=hidden]), textarea, select';
  const isBox = ({ type }) => type === 'checkbox' || type === 'radio';
  const valueOf = (field) => (isBox(field) ? field.checked : field.value);
  function givenValueOf(field) {
    if (isBox(field)) return field.defaultChecked;
    if (!field.options) return field.defaultValue;
    const options = [...field.options];
    return (options.find((option) => option.defaultSelected) ?? options[0])?.value ?? '';
  }

  /** The fields whose contents the page does not have, except those of a form as it was sent. */
  function typedFields(sent) {
    return new Set(
      [...document.querySelectorAll(FIELDS)].filter((field) => {
        if (sent.has(field)) return valueOf(field) !== sent.get(field);
        const isWriting = field === document.activeElement && !isBox(field);
        return isWriting || valueOf(field) !== givenValueOf(field);
      }),
    );
  }

  /** What two versions of an element have in common. */
  function keyOf(node) {
    if (node.nodeType !== 1) return node.nodeName;
    if (node.id) return `#${node.id}`;
    const inner =
      node.matches('li, details') &&
      ['form', '[id]', 'a'].map((name) => node.querySelector(name)).find(Boolean);
    if (inner) return `${node.nodeName} ${keyOf(inner)}`;
    const names = ['action', 'name', 'aria-labelledby', 'data-swap'].map((name) => node.getAttribute(name));
    const value = node.matches('button, li a') && (node.value ?? node.getAttribute('href'));
    return [node.nodeName, ...names, value].filter(Boolean).join(' ');
  }

  /** Merges the parts of a page into those that are shown; `sent` has the values of the form that it answers. */
  function merge(page, sent = new Map()) {
    const typed = typedFields(sent);
    const typedForms = new Set([...typed].map(({ form }) => form));
    for (const field of sent.keys()) typedForms.delete(field.form);
    const shown = new Map();
    const placed = new Set();

    const keeps = (node) =>
      node.nodeType === 1 && (node.matches('[data-own]') || [...typed].some((field) => node.contains(field)));
    function find(parent, next, wanted) {
      const key = keyOf(wanted);
      const fits = (node) => node.nodeName === wanted.nodeName && !placed.has(node) && !node.contains(parent);
      if (wanted.id) {
        const same = document.getElementById(wanted.id);
        return same && same.closest('[data-swap]') && fits(same) ? same : undefined;
      }
      for (let node = next; node; node = node.nextSibling) if (fits(node) && keyOf(node) === key) return node;
      return undefined;
    }
    function move(parent, node, next) {
      if (parent.moveBefore && node.isConnected && parent.isConnected) parent.moveBefore(node, next);
      else parent.insertBefore(node, next);
    }
    function mergeChildren(parent, fresh) {
      let next = parent.firstChild;
      for (const wanted of [...fresh.childNodes]) {
        while (next?.nodeType === 1 && next.matches('[data-own]')) next = next.nextSibling;
        const found = find(parent, next, wanted);
        const node = found ?? document.importNode(wanted, false);
        placed.add(node);
        if (node !== next)
          (found ? move : (...place) => place[0].insertBefore(node, next))(parent, node, next);
        mergeNode(node, wanted);
        next = node.nextSibling;
      }
      while (next) {
        const node = next;
        next = node.nextSibling;
        if (!keeps(node)) node.remove();
      }
    }
    function mergeNode(node, fresh) {
      shown.set(fresh, node);
      if (node.nodeType !== 1) {
        if (node.nodeValue !== fresh.nodeValue) node.nodeValue = fresh.nodeValue;
        return;
      }
      if (typed.has(node)) return;
      if (node.type === 'hidden' && typedForms.has(node.form)) return mergeHidden(node, fresh);
      for (const { name } of [...node.attributes])
        if (name !== 'open' && !fresh.hasAttribute(name)) node.removeAttribute(name);
      for (const { name, value } of fresh.attributes)
        if (node.getAttribute(name) !== value) node.setAttribute(name, value);
      mergeChildren(node, fresh);
      if (!node.matches(FIELDS)) return;
      if (isBox(node)) node.checked = fresh.checked;
      else if (node.value !== fresh.value) node.value = fresh.value;
    }
    /** A form that is being written in is of the version that it was opened with; its other fields show what is so now. */
    function mergeHidden(field, fresh) {
      if (field.name !== 'shownWith') return;
      const [before, now] = [JSON.parse(field.value), JSON.parse(fresh.value)];
      for (const { form, name } of typed) {
        const [base] = name.split(':');
        if (form === field.form && base in before) now[base] = before[base];
      }
      field.value = JSON.stringify(now);
    }

    const focus = document.activeElement;
    const row = focus.closest('li');
    const beside = row && (row.nextElementSibling ?? row.previousElementSibling);
    document.dispatchEvent(new CustomEvent('merging', { detail: page }));
    document.querySelectorAll('[data-swap]').forEach((part) => {
      const fresh = page.querySelector(`[data-swap="${part.dataset.swap}"]`);
      if (fresh) mergeNode(part, fresh);
    });
    document.title = page.title;
    restore(focus, beside);
    return (element) => shown.get(element);
  }

  /** Where the keyboard goes on: where it was, or next to what is gone or folded. */
  function restore(focus, beside) {
    if (focus === document.body || (document.activeElement === focus && isSeen(focus))) return;
    let place = focus;
    if (!focus.isConnected)
      place = beside?.isConnected ? (beside.querySelector('button') ?? beside.querySelector('a')) : undefined;
    if (place && !isSeen(place))
      for (let fold = closedAround(place); fold; fold = closedAround(fold.parentElement))
        place = fold.firstElementChild;
    (place ?? document.getElementById('content')).focus({ preventScroll: true });
  }
  const closedAround = (element) => element.closest('details:not([open])');
  const isSeen = (element) => element.isConnected && element.checkVisibility();

  // What was done is said to all, in one place.
  const said = document.body.appendChild(document.createElement('p'));
  said.className = 'said';
  said.setAttribute('role', 'status');
  let silence;
  function say(nodes) {
    window.clearTimeout(silence);
    said.replaceChildren(...nodes);
    silence = setTimeout(() => said.replaceChildren(), 10000);
  }

  /** The answer of the service as a page. Throws if there is none. */
  async function ask(url, options) {
    const response = await fetch(url, { headers: { accept: 'text/html' }, ...options });
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    return { page, ok: response.ok, moved: response.redirected, url: new URL(response.url) };
  }

  // One after the other, so that each is answered with all that was sent before.
  let line = Promise.resolve();
  const waiting = new Map();
  let alone;
  let sentAt = -Infinity;
  document.addEventListener('submit', (event) => {
    const form = event.target;
    const isOurs = form.matches('[data-swap] form[method=post]:not([enctype], [target], [data-stay])');
    if (event.defaultPrevented || form === alone || !isOurs) return;
    event.preventDefault();
    const button = event.submitter;
    const body = new URLSearchParams(new FormData(form));
    if (button?.name) body.set(button.name, button.value);
    const sending = {
      form,
      button,
      body,
      url: button?.getAttribute('formaction') ?? form.getAttribute('action'),
      values: new Map([...form.elements].map((field) => [field, valueOf(field)])),
      card: button?.name === 'status' && button.closest('.board .mini')?.id,
    };
    const name = `${sending.url} ${body}`;
    // A second click waits with the first.
    if (waiting.has(name)) return;
    sentAt = event.timeStamp;
    waiting.set(name, sending);
    form.ariaBusy = 'true';
    document.querySelectorAll('.lost').forEach((note) => note.remove());
    sending.back = moveCard(sending);
    line = line
      .then(() => send(sending))
      .catch(() => location.reload())
      .finally(() => {
        waiting.delete(name);
        form.ariaBusy = null;
      });
  });

  // What is below a menu that has closed does not take the second click of two.
  document.addEventListener(
    'click',
    (event) => {
      if (event.detail < 2 || event.timeStamp - sentAt > 500) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    true,
  );

  async function send(sending) {
    const { form, button, url, body, values } = sending;
    const answer = await ask(url, { method: 'POST', body }).catch(() => undefined);
    if (!answer) return fail(sending, document.querySelector('main').dataset.unsent);
    const { page, ok } = answer;
    if (answer.url.pathname.startsWith('/sign-in')) {
      // The session has ended: what was typed goes along to the sign-in and back.
      alone = form;
      sending.back();
      return form.requestSubmit(button);
    }
    const main = page.querySelector('[data-swap="main"]');
    if (!main) return fail(sending, textOf(page));
    if (answer.moved && answer.url.pathname !== location.pathname) {
      form.reset();
      return location.assign(answer.url);
    }
    if (answer.moved) window.history.replaceState(window.history.state, '', answer.url);
    const focused = page.querySelector('[data-swap] [autofocus]');
    const words = [...main.querySelectorAll('.thanks')];
    for (const word of words) word.remove();
    if (ok) for (const within of [form, button]) close(within);
    const shown = merge(page, values);
    for (const other of waiting.values()) if (other !== sending) other.back = moveCard(other);
    if (words.length > 0) say(words.flatMap(({ childNodes }) => [...childNodes]));
    if (!ok || main.querySelector('.notice')) shown(focused)?.focus();
  }

  const textOf = (page) =>
    [...page.querySelectorAll('main h1, main p')]
      .slice(0, 2)
      .map(({ textContent }) => textContent.trim())
      .join(' ');

  function close(within) {
    for (let fold = within?.closest('details'); fold; fold = fold.parentElement.closest('details'))
      fold.open = false;
  }

  /** Beside what was not done, says why; it can be tried again there. */
  function fail({ form, button, card, back }, text) {
    back();
    const note = document.createElement('p');
    note.className = 'wrong lost';
    note.dataset.own = '';
    note.setAttribute('role', 'alert');
    note.textContent = text;
    const at = card && document.getElementById(card);
    if (at) return at.append(note);
    const place = button?.closest('.send') ?? button ?? form.lastElementChild;
    place.before(note);
  }

  /** Moves a card at once; returns what moves it back. */
  function moveCard({ card: id, button }) {
    const card = id && document.getElementById(id);
    const lane = card && document.querySelector(`.board .lane[data-status="${button.value}"]`);
    if (!lane) return () => undefined;
    const { parentNode, nextSibling } = card;
    let list = lane.querySelector('ul');
    if (!list) {
      list = document.createElement('ul');
      list.className = 'plain';
      lane.querySelector('h2').after(list);
    }
    close(button);
    list.prepend(card);
    return () => {
      if (!parentNode.isConnected) return document.dispatchEvent(new CustomEvent('stale'));
      parentNode.insertBefore(card, nextSibling?.parentNode === parentNode ? nextSibling : null);
    };
  }

  // What others have changed is shown in the same way.
  document.addEventListener('stale', () => {
    line = line.then(refresh).catch(() => undefined);
  });
  async function refresh() {
    const url = new URL(location.href);
    for (const name of ['done', 'story']) url.searchParams.delete(name);
    const { page, ok, url: from } = await ask(url);
    // What is sent meanwhile is answered with the newest, and what is dragged stays in hand.
    if (!ok || from.pathname !== location.pathname || waiting.size > 0 || document.querySelector('.dragged'))
      return;
    merge(page);
  }
})();
