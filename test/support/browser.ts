import { scryptSync } from 'node:crypto';
import { putAccount } from '../../shared/kernel/auth/account-store.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import { setUserName } from '../../shared/identity/members/user-store.ts';
import type { ServiceAddress } from './service.ts';
import { addressOf, type Person, type TestWorkspace } from './workspace.ts';

/** A page, or where the browser was sent to outside of the service. */
export interface Shown {
  status: number;
  /** The address that was shown, or the one outside that it was sent to. */
  url: string;
  text: string;
  headers: Headers;
  /** Every Set-Cookie on the way. */
  setCookies: string[];
}

type Fields = Record<string, string>;

/** What a person's browser does, as far as HTTP goes: it keeps cookies, follows redirects and pages that go on, and sends forms. */
export function createBrowser(baseUrl: string) {
  const cookies = new Map<string, string>();

  async function request(
    method: string,
    url: string,
    fields?: Fields,
    more: Record<string, string> = {},
  ): Promise<Shown> {
    const setCookies: string[] = [];
    let target = new URL(url, baseUrl).href;
    let form = fields && new URLSearchParams(fields).toString();
    for (let verb = method; ;) {
      const answer = await fetch(target, {
        method: verb,
        redirect: 'manual',
        headers: {
          accept: 'text/html',
          ...(cookies.size ? { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') } : {}),
          ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
          ...more,
        },
        body: form ?? null,
      });
      for (const text of answer.headers.getSetCookie()) {
        setCookies.push(text);
        keep(text);
      }
      const { status, headers } = answer;
      const text = await answer.text();
      const location = headers.get('location') ?? /^0;url=(.*)$/.exec(headers.get('refresh') ?? '')?.[1];
      if (!location) return { status, url: target, text, headers, setCookies };
      target = new URL(location, target).href;
      if (!target.startsWith(`${baseUrl}/`)) return { status, url: target, text, headers, setCookies };
      // 307 asks for the form again, every other redirect for a GET (RFC 9110, section 15.4).
      if (status !== 307) [verb, form] = ['GET', undefined];
    }
  }

  function keep(setCookie: string): void {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(setCookie)!;
    if (/Max-Age=0(;|$)/.test(setCookie)) cookies.delete(name!);
    else cookies.set(name!, value!);
  }

  return {
    cookies,
    request,
    /** Goes to an address, and on to wherever that leads. */
    open: (url: string) => request('GET', url),
    /** Fills in the form of a page that goes to an address, and sends it. */
    submit: (page: Shown, action: string, fields: Fields = {}) => {
      const forms = [...page.text.matchAll(/<form([^>]*)>(.*?)<\/form>/gs)];
      const button = [...page.text.matchAll(/<button([^>]*)>/g)]
        .map(([, attributes]) => attributesOf(attributes!))
        .concat(menuButton(page.text, action))
        .find(({ formaction }) => formaction === action);
      const form = forms.find(([, text]) => {
        const attributes = attributesOf(text!);
        if (button?.['form'] !== undefined) return attributes['id'] === button['form'];
        return (attributes['action'] ?? new URL(page.url).pathname) === action;
      });
      if (!form) throw new Error(`The page has no form to ${action}: ${page.text}`);
      const { name, value = '' } = button ?? {};
      const pressed = name === undefined ? {} : { [name]: unescape(value) };
      const filled = {
        ...filledFields(form[2]!),
        ...filledElsewhere(page.text, attributesOf(form[1]!)['id']),
      };
      return request('POST', action, { ...filled, ...pressed, ...fields });
    },
  };
}

/** What a board's script makes a button of its one menu, without what is chosen, in the card of the story that the path is of. */
function menuButton(page: string, action: string): Record<string, string | undefined>[] {
  const [, path] = /id="card-menu"\s+data-path="([^"]*)"/.exec(page) ?? [];
  const [, form] = /<button[^>]*\bform="([^"]*)"/.exec(page) ?? [];
  const id = path !== undefined && action.startsWith(`${path}/`) && action.slice(path.length + 1);
  return id && page.includes(`id="story-${id}"`) ? [{ formaction: action, form }] : [];
}

/** The fields of a form that stand elsewhere on its page: also what is chosen and written there. */
function filledElsewhere(page: string, id: string | undefined): Fields {
  if (id === undefined) return {};
  const isOwn = (attributes: string) => attributesOf(attributes)['form'] === id;
  const inputs = [...page.matchAll(/<input([^>]*)>/gs)].filter(([, attributes]) => isOwn(attributes!));
  const others = [...page.matchAll(/<(select|textarea)([^>]*)>(.*?)<\/\1>/gs)].flatMap(
    ([, kind, attributes, text]) => {
      if (!isOwn(attributes!)) return [];
      const [chosen] = [/<option value="([^"]*)"\s+selected/, /<option value="([^"]*)"/].flatMap(
        (option) => option.exec(text!)?.[1] ?? [],
      );
      const value = kind === 'select' ? (chosen ?? '') : text!.replace(/^\n/, '');
      return [[attributesOf(attributes!)['name']!, unescape(value)] as const];
    },
  );
  const ticked = inputs.flatMap(([, attributes]) =>
    /type="checkbox".*\bchecked\b/s.test(attributes!) ? [[attributesOf(attributes!)['name']!, 'on']] : [],
  );
  return {
    ...filledFields(inputs.map(([tag]) => tag).join('')),
    ...(Object.fromEntries([...ticked, ...others]) as Fields),
  };
}

/** The attributes of a tag that have values, as they are written. */
const attributesOf = (text: string): Record<string, string | undefined> =>
  Object.fromEntries([...text.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]));

export type Browser = ReturnType<typeof createBrowser>;

/** The fields of some markup that are filled in already, hidden or not, as a browser reads them. */
export const filledFields = (markup: string): Fields =>
  Object.fromEntries(
    [...markup.matchAll(/<input([^>]*)>/gs)].flatMap(([, attributes]) => {
      const [type, name, value] = ['type', 'name', 'value'].map(
        (attribute) => new RegExp(`\\b${attribute}="([^"]*)"`).exec(attributes!)?.[1],
      );
      const isUnticked = type === 'checkbox' && !/\bchecked\b/.test(attributes!);
      return name && !isUnticked && (type === 'hidden' || value) ? [[name, unescape(value ?? '')]] : [];
    }),
  );

const unescape = (text: string): string =>
  text.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));

export const PASSWORD = 'seven green apples in a row';

const SALT = 'a salt of 16 bytes'.slice(0, 16);
/** At the lowest cost: what the service itself writes takes 128 MiB and a good part of a second at each sign-in. */
const lowCostHash = [
  '$scrypt$ln=4,r=8,p=1',
  Buffer.from(SALT).toString('base64url'),
  scryptSync(PASSWORD, SALT, 32, { N: 16, r: 8, p: 1 }).toString('base64url'),
].join('$');

/** The workspace in which a person gets an account. */
type AccountPlace = Pick<TestWorkspace, 'id' | 'operator' | 'database'>;

/** Gives a person of a workspace a password and their name there as their own, and the address to sign in with. */
export async function newAccount(
  workspace: AccountPlace,
  { id }: Pick<Person, 'id'>,
  passwordHash = lowCostHash,
): Promise<{ email: string; password: string }> {
  const email = await addressOf(workspace, id);
  const { name } = (await workspace.operator.getMember(workspace.id, id))!;
  const { userId } = await workspace.operator.personOf({ workspaceId: workspace.id, id });
  const account = { passwordHash, passwordSetAt: new Date().toISOString() };
  await commit(workspace.database, [putAccount(userId, account), setUserName(userId, name)]);
  return { email, password: PASSWORD };
}

/** A browser in which a person has signed in; they get a password for it. */
export async function signedIn(
  service: Pick<ServiceAddress, 'baseUrl'>,
  workspace: AccountPlace,
  person: Pick<Person, 'id'>,
): Promise<Browser> {
  const account = await newAccount(workspace, person);
  const browser = createBrowser(service.baseUrl);
  const shown = await browser.submit(await browser.open('/sign-in?next=/account'), '/sign-in', account);
  if (shown.status !== 200) throw new Error(`Signing in answered ${shown.status}: ${shown.text}`);
  return browser;
}
