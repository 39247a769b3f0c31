import { findAll, findOne } from '../../kernel/html/scripts/dom.ts';
import { readFromTab, storeInTab } from './stored.ts';
import { sayAnswer, showAnswer } from './try-answer.ts';
import { addressOf, namedField, optionsOf, pathWith } from './try-request.ts';
import { computedBody, TryValues, type FollowingValue, type ReadResource } from './try-values.ts';

// Sends requests of an operation from its page, by a form in the place of the example.

/** Who a token is of, as `/api/v1/me` says. */
interface TokenCaller {
  name: string;
  scopes: readonly string[];
  workspaceId: string;
  teamIds: readonly string[];
  principalType: string;
  principalId: string;
}

const INVALID = 'This token is not valid here.';
const TOKEN_MIN_CHARACTERS = 40;

const form = findOne<HTMLFormElement>('form.try');
// What anyone may read takes no token.
const token = namedField(form, 'token');
const workspace = namedField(form, 'workspaceId');
const team = namedField(form, 'teamId');
const body = form.querySelector<HTMLTextAreaElement>('textarea[name="body"]');
const caption = form.querySelector('.caller');
const openers = findAll('.open-try');
const values = new TryValues(form);
const following = body ? (JSON.parse(body.dataset.following!) as FollowingValue[]) : [];
let isSending = false;
/** A request that may have arrived, and its key, so that it is not carried out twice. */
let unanswered: { content: string; key: string } | undefined;
/** The body as it was filled in from the token. */
let filledBody: string | undefined;

for (const button of openers) {
  button.removeAttribute('hidden');
  button.addEventListener('click', () => openForm(form.hasAttribute('hidden')));
}
for (const input of findAll('input[name="language"]')) input.addEventListener('click', () => openForm(false));
if (token) {
  token.value = readFromTab('token') ?? '';
  token.addEventListener('input', () => {
    refuseToken('');
    // A token that was pasted is whole, and fills in the other fields before they are checked.
    if (token.value.length >= TOKEN_MIN_CHARACTERS) void findCaller();
  });
  token.addEventListener('change', () => void findCaller());
}
if (workspace) workspace.value = readFromTab('workspace') ?? '';
form.addEventListener('focusin', ({ target }) => {
  if (target instanceof HTMLInputElement && target.dataset.list) void proposeValues(target);
});
form.addEventListener('input', ({ target }) => {
  const input = target as HTMLInputElement;
  if (input.dataset.list) values.nameChosen(input);
  if (target === body) values.refuseBody('');
});
form.addEventListener('change', ({ target }) => {
  if ((target as HTMLElement).dataset.in === 'path') fillFollowing();
});
form.addEventListener('submit', (event) => {
  event.preventDefault();
  if (isSending || !isBodyJson() || values.isSomethingLeft()) return;
  if (form.dataset.method === 'DELETE' && !window.confirm(values.question())) return;
  if (token) storeInTab('token', token.value);
  if (workspace) storeInTab('workspace', workspace.value);
  isSending = true;
  void send().finally(() => (isSending = false));
});

// Who made a token for this operation comes back to its form.
if (window.location.hash === `#${form.id}`) openForm(true);

async function send(): Promise<void> {
  const address = addressOf(form);
  const { method, headers, ...options } = optionsOf(form, body?.value);
  const content = [method, address, options.body].join(' ');
  if (unanswered?.content !== content) unanswered = { content, key: window.crypto.randomUUID() };
  const { key } = unanswered;
  if (method !== 'GET') headers['Idempotency-Key'] = key;
  sayAnswer(form, 'Sending the request…');
  const sentBody = options.body && { body: computedBody(options.body, key) };
  const start = window.performance.now();
  try {
    const response = await fetch(address, { ...options, method, headers, ...sentBody });
    const text = await response.text();
    if (response.status < 500) unanswered = undefined;
    if (response.status === 401) refuseToken(INVALID);
    // What was changed has another version.
    if (response.ok) fillFollowing();
    showAnswer(form, { status: response.status, text, tookMs: window.performance.now() - start });
  } catch {
    sayAnswer(
      form,
      `There was no answer. Check ${token ? 'the token and ' : ''}the connection, and send it again.`,
    );
  }
}

function openForm(isOpen: boolean): void {
  // A field can be called hidden.
  form.toggleAttribute('hidden', !isOpen);
  const place = form.parentElement!;
  place.classList.toggle('trying', isOpen);
  if (!isOpen) place.classList.remove('answered');
  for (const button of openers) button.setAttribute('aria-expanded', String(isOpen));
  if (!isOpen) return;
  if (token?.value) void findCaller();
  const empty = findAll<HTMLInputElement | HTMLSelectElement>('input, select', form).find(
    ({ required, value }) => required && !value,
  );
  (empty ?? token ?? findOne('input, select, button', form)).focus({ preventScroll: true });
  // On a phone, the button can be far from the form.
  const { top } = place.getBoundingClientRect();
  if (top < 0 || top > window.innerHeight / 2) place.scrollIntoView({ block: 'start' });
}

/** Fills in what the token says: whose it is, in which workspace, and its first team. */
async function findCaller(): Promise<void> {
  const secret = token?.value;
  if (caption) caption.textContent = '';
  refuseToken('');
  if (!secret?.trim()) return;
  try {
    const response = await read('/api/v1/me');
    if (secret !== token?.value) return;
    emptyFilledIn();
    if (response.status === 401) refuseToken(INVALID);
    if (!response.ok) return;
    const { data } = (await response.json()) as { data: TokenCaller };
    if (secret === token.value) fillIn(data);
  } catch {
    // Sending says that there is no connection.
  }
}

function fillIn(caller: TokenCaller): void {
  const lacks = (form.dataset.scopes ?? '')
    .split(' ')
    .filter((scope) => scope && !caller.scopes.includes(scope));
  const lack = lacks.length > 0 ? ` It lacks the scope ${lacks.join(' and ')}.` : '';
  if (caption) caption.textContent = `Acts as ${caller.name}.${lack}`;
  if (workspace) workspace.value = caller.workspaceId;
  const [teamId] = caller.teamIds;
  if (team?.required && !team.value && form.dataset.method !== 'DELETE') team.value = teamId ?? '';
  if (!body) return;
  const isUntouched = [body.defaultValue, filledBody].includes(body.value);
  const member = caller.principalType === 'user' ? caller.principalId : undefined;
  body.value = body.value
    .replace(/\$WORKSPACE\b/g, caller.workspaceId)
    .replace(/\$TEAM\b/g, (name) => teamId ?? name)
    .replace(/\$MEMBER\b/g, (name) => member ?? name);
  if (isUntouched) filledBody = body.value;
  values.sayWhatIsLeft();
  fillFollowing();
}

/** Fills in what of the body follows from the fields above it, such as the version of what is changed. */
function fillFollowing(): void {
  for (const one of following) void fill(one);
}

async function fill(one: FollowingValue): Promise<void> {
  const path = pathWith(form, one.path);
  const held = one.filled ?? `$${one.name}`;
  if (!path || !body?.value.includes(held)) return;
  const found = await readData(path);
  if (!found || path !== pathWith(form, one.path)) return;
  const value = values.followingValue(one, found);
  if (!value) return;
  const isUntouched = body.value === filledBody;
  body.value = body.value.replaceAll(held, () => value);
  one.filled = value;
  if (isUntouched) filledBody = body.value;
  values.sayWhatIsLeft();
}

// What was filled in from the token before belongs to another workspace.
function emptyFilledIn(): void {
  if (workspace) workspace.value = '';
  if (team?.required) team.value = '';
  if (!body || body.value !== filledBody) return;
  body.value = body.defaultValue;
  for (const one of following) one.filled = undefined;
  values.sayWhatIsLeft();
}

function refuseToken(text: string): void {
  if (!token) return;
  findOne('.wrong', form).textContent = text;
  // A request is not sent with it, and the browser names this field before those that it would have filled in.
  token.setCustomValidity(text);
  if (text) token.setAttribute('aria-invalid', 'true');
  else token.removeAttribute('aria-invalid');
}

async function proposeValues(input: HTMLInputElement): Promise<void> {
  const path = pathWith(form, `/api/v1/workspaces/{workspaceId}/${input.dataset.list}`);
  if (!path || input.dataset.proposed === path) return;
  input.dataset.proposed = path;
  const found = await readData(path);
  if (found) values.propose(input, found as ReadResource[]);
}

/** The data of a response; undefined if there is none, as for a token that is not one. */
async function readData(path: string): Promise<unknown> {
  try {
    const response = await read(path);
    return response.ok ? ((await response.json()) as { data?: unknown }).data : undefined;
  } catch {
    return undefined;
  }
}

function read(path: string): Promise<Response> {
  const { headers, credentials } = optionsOf(form);
  return fetch(path, { headers: { Authorization: headers['Authorization'] ?? '' }, credentials });
}

function isBodyJson(): boolean {
  if (!body) return true;
  try {
    JSON.parse(body.value);
    return true;
  } catch (error) {
    sayAnswer(form, `The body is not JSON: ${(error as Error).message}`);
    body.focus();
    return false;
  }
}
