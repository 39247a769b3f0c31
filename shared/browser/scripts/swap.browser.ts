import {
  closestTo,
  fetchPage,
  findAll,
  findOne,
  formDataOf,
  newElement,
  parsePage,
} from '../../kernel/html/scripts/dom.ts';
import { valueOf, type Field } from './fields.ts';
import { mergePage, type SentValues } from './merge.ts';
import { close, moveCard } from './move-card.ts';

// Forms change the page where it stands: the parts of the page that answers are merged into those that are shown.

/** A form that is being sent, or waits for those before it. */
interface Sending {
  form: HTMLFormElement;
  button: HTMLButtonElement | null;
  url: string;
  body: URLSearchParams;
  values: SentValues;
  /** The id of the card that it moves to another place. */
  card: string | undefined;
  /** Moves that card back. */
  back: () => void;
}

const DOUBLE_CLICK_MS = 500;
const SAID_MS = 10_000;

// What was done is said to all, in one place.
const said = document.body.appendChild(newElement('p', { className: 'said' }));
said.setAttribute('role', 'status');
let silence: number | undefined;
function say(nodes: readonly Node[]): void {
  window.clearTimeout(silence);
  said.replaceChildren(...nodes);
  silence = window.setTimeout(() => said.replaceChildren(), SAID_MS);
}

/** The answer of the service as a page. Rejects without a connection. */
async function request(url: string | URL, options?: RequestInit) {
  const response = await fetchPage(String(url), options);
  const page = parsePage(await response.text());
  return { page, ok: response.ok, isMoved: response.redirected, url: new URL(response.url) };
}

// One after the other, so that each is answered with all that was sent before.
let line: Promise<unknown> = Promise.resolve();
const waiting = new Map<string, Sending>();
let alone: HTMLFormElement | undefined;
let sentAt = -Infinity;

document.addEventListener('submit', (event) => {
  const form = event.target as HTMLFormElement;
  const isOurs = form.matches('[data-swap] form[method=post]:not([enctype], [target], [data-stay])');
  if (event.defaultPrevented || form === alone || !isOurs) return;
  event.preventDefault();
  const button = event.submitter instanceof HTMLButtonElement ? event.submitter : null;
  const body = formDataOf(form, button);
  const url = button?.getAttribute('formaction') ?? form.getAttribute('action') ?? '';
  const name = `${url} ${body}`;
  // A second click waits with the first.
  if (waiting.has(name)) return;
  const sending: Sending = {
    form,
    button,
    url,
    body,
    values: new Map([...form.elements].map((field) => [field, valueOf(field as Field)])),
    card:
      button && /^(status|rank)$/.test(button.name) ? button.closest('[data-status] .mini')?.id : undefined,
    back: () => undefined,
  };
  sentAt = event.timeStamp;
  waiting.set(name, sending);
  form.ariaBusy = 'true';
  for (const note of findAll('.lost')) note.remove();
  sending.back = moveCard(sending.card, body);
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
    if (event.detail < 2 || event.timeStamp - sentAt > DOUBLE_CLICK_MS) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  },
  true,
);

async function send(sending: Sending): Promise<void> {
  const { form, button, url, body, values } = sending;
  const answer = await request(url, { method: 'POST', body }).catch(() => undefined);
  if (!answer) return fail(sending, findOne('main').dataset.unsent ?? '');
  const { page, ok, isMoved } = answer;
  if (answer.url.pathname.startsWith('/sign-in')) {
    // The session has ended: what was typed goes along to the sign-in and back.
    alone = form;
    sending.back();
    return form.requestSubmit(button);
  }
  const main = page.querySelector('[data-swap="main"]');
  if (!main) return fail(sending, textOf(page));
  if (isMoved && answer.url.pathname !== location.pathname) {
    form.reset();
    return location.assign(answer.url);
  }
  if (isMoved) window.history.replaceState(window.history.state, '', answer.url);
  const focused = page.querySelector('[data-swap] [autofocus]');
  const words = findAll('.thanks', main);
  for (const word of words) word.remove();
  if (ok) for (const within of [form, button]) close(within);
  const shownOf = mergePage(page, values);
  for (const other of waiting.values()) if (other !== sending) other.back = moveCard(other.card, other.body);
  if (words.length > 0) say(words.flatMap(({ childNodes }) => [...childNodes]));
  if (!ok || main.querySelector('.notice')) shownOf(focused)?.focus();
}

/** The heading and the sentence of a page that is no page of planning. */
const textOf = (page: Document): string =>
  findAll('main h1, main p', page)
    .slice(0, 2)
    .map(({ textContent }) => textContent.trim())
    .join(' ');

/** Says next to what was not done why; it can be tried again there. */
function fail({ form, button, card, back }: Sending, text: string): void {
  back();
  const note = newElement('p', { className: 'wrong lost', textContent: text });
  note.dataset.own = '';
  note.setAttribute('role', 'alert');
  const shownCard = card && document.getElementById(card);
  if (shownCard) return shownCard.append(note);
  (button?.closest('.send') ?? button ?? form.lastElementChild)?.before(note);
}

// So are links that show more of what there is.
document.addEventListener('click', (event) => {
  const link = closestTo<HTMLAnchorElement>(event, 'a[data-in-place]');
  if (!link || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  const last = link.previousElementSibling?.lastElementChild;
  line = line
    .then(() => follow(link.href))
    .then(
      () => (last?.nextElementSibling as HTMLElement | null | undefined)?.focus(),
      () => location.assign(link.href),
    );
});

async function follow(address: string): Promise<void> {
  const { page, ok, url } = await request(address);
  if (!ok || url.pathname !== location.pathname) throw new Error('It is another page.');
  window.history.replaceState(window.history.state, '', address);
  mergePage(page);
}

// What others have changed is shown in the same way.
document.addEventListener('stale', () => {
  line = line.then(refresh).catch(() => undefined);
});

async function refresh(): Promise<void> {
  const url = new URL(location.href);
  for (const name of ['done', 'story']) url.searchParams.delete(name);
  const { page, ok, url: from } = await request(url);
  // What is sent meanwhile is answered with the newest, and what is dragged stays in hand.
  if (!ok || from.pathname !== location.pathname) return;
  if (waiting.size > 0 || document.querySelector('.dragged')) return;
  mergePage(page);
}
