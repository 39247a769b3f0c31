import { closestTo, newElement } from '../../kernel/html/scripts/dom.ts';

interface WidgetTexts {
  direction: 'ltr' | 'rtl';
  label: string;
  close: string;
  newTab: string;
  refused: string;
}

/** The texts by language and the style sheet, which the service puts before this script. */
declare const WIDGET_TEXTS: Readonly<Record<string, WidgetTexts>>;
declare const WIDGET_STYLES: string;

declare global {
  interface Window {
    /** A function of the site: the token of the customer who uses it now. */
    plotlineToken?: () => string | undefined | Promise<string | undefined>;
  }
}

const MESSAGE_MS = 1_000;
const DEFAULT_COLOR = '#3b3fb6';
/** The pages of a portal that `data-plotline-open` names, by their paths below its address. */
const pages: Readonly<Record<string, string>> = {
  feedback: '',
  new: '/new',
  roadmap: '/roadmap',
  changelog: '/updates',
};

/** The first of some languages that there are texts in, or English. */
const languageOf = (tags: readonly string[]): string =>
  tags.map((tag) => tag.split('-')[0]!.toLowerCase()).find((tag) => Object.hasOwn(WIDGET_TEXTS, tag)) ?? 'en';

/** Whether black is easier to read on a color than white (WCAG 2.2, relative luminance). */
function isLight(hex: string): boolean {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179;
}

/** Whose token it is. */
function subjectOf(token: string): string {
  try {
    const payload = token.split('.')[1]!.replace(/-/g, '+').replace(/_/g, '/');
    return (JSON.parse(window.atob(payload)) as { sub: string }).sub;
  } catch {
    return token;
  }
}

function startWidget({ dataset, src }: HTMLScriptElement, slug: string): void {
  const address = new URL(`/portals/${slug}/feedback`, src).href;
  const pathOf = (path: string): string => new URL(address + path).pathname;
  const language = languageOf(navigator.languages);
  const texts = WIDGET_TEXTS[language]!;
  // The button is a part of the site, in its language.
  const pageLanguage = document.documentElement.lang;
  const label = dataset.label || WIDGET_TEXTS[pageLanguage ? languageOf([pageLanguage]) : language]!.label;

  const sheet = new CSSStyleSheet();
  sheet.replaceSync(WIDGET_STYLES);
  const color = /^#[0-9a-f]{6}$/i.test(dataset.color ?? '') ? dataset.color! : DEFAULT_COLOR;
  sheet.insertRule(`:host { --color: ${color}; --on-color: ${isLight(color) ? '#000' : '#fff'}; }`);
  const place = document.createElement('plotline-widget');
  const root = place.attachShadow({ mode: 'open' });
  root.adoptedStyleSheets = [sheet];

  /** The scheme of the site, as data-theme or its color-scheme says: light, unless it says otherwise. */
  function theme(): string {
    if (/^(light|dark)$/.test(dataset.theme ?? '')) return dataset.theme!;
    const { colorScheme } = getComputedStyle(document.documentElement);
    if (!colorScheme.includes('dark')) return 'light';
    const isDark = !colorScheme.includes('light') || matchMedia('(prefers-color-scheme: dark)').matches;
    return isDark ? 'dark' : 'light';
  }

  // Each page within the frame gets the scheme, which is no secret.
  function passTheme(frame: HTMLIFrameElement): void {
    place.style.colorScheme = theme();
    frame.contentWindow?.postMessage(`plotline:${theme()}`, '*');
  }

  /** Signs the customer of the site in, within the frame. */
  function passCustomer(frame: HTMLIFrameElement, token: string, path: string): void {
    const fields = Object.entries({ token, next: new URL(address).pathname + path }).map(([name, value]) =>
      newElement('input', { type: 'hidden', name, value }),
    );
    const action = `${address}/customer`;
    const form = newElement('form', { method: 'post', action, target: frame.name }, fields);
    root.append(form);
    form.submit();
    form.remove();
  }

  /** A token of now, from a function of the site; or that of the script tag. */
  async function findToken(): Promise<string> {
    try {
      return (await (window.plotlineToken ? window.plotlineToken() : dataset.token)) || '';
    } catch (error) {
      console.error('Plotline: plotlineToken failed.', error);
      return '';
    }
  }

  /**
   * Shows the portal to the customer who uses the site now; without one, the session of another one ends. Without a path,
   * it stays where the visitor left it.
   */
  async function load(frame: HTMLIFrameElement, path: string | undefined): Promise<void> {
    const token = await findToken();
    const subject = subjectOf(token);
    const isKnown = frame.dataset.subject === subject;
    const isThere = path === undefined || frame.dataset.path === pathOf(path);
    if (isKnown && isThere) return;
    frame.dataset.subject = subject;
    if (!isKnown && (token || window.plotlineToken)) passCustomer(frame, token || 'none', path ?? '');
    else frame.src = address + (path ?? '');
  }

  const newTabLink = (): HTMLElement =>
    newElement('a', {
      href: address,
      target: '_blank',
      rel: 'noopener',
      lang: language,
      textContent: texts.newTab,
    });

  /** What the visitor sees where the browser shows no page of the portal. */
  const newRefusal = (): HTMLElement =>
    newElement('div', { className: 'refusal', role: 'status', lang: language, hidden: true }, [
      newElement('p', { textContent: texts.refused }),
      newTabLink(),
    ]);

  function newDialog(): HTMLDialogElement {
    const close = newElement('button', {
      type: 'button',
      className: 'close',
      lang: language,
      ariaLabel: texts.close,
      autofocus: true,
      textContent: '\u00d7',
    });
    const heading = newElement('h2', { id: 'title', dir: 'auto', textContent: label });
    const frame = newElement('iframe', { title: label, name: 'plotline', referrerPolicy: 'no-referrer' });
    const refusal = newRefusal();
    const head = newElement('header', {}, [heading, newTabLink(), close]);
    const shown = newElement('dialog', { dir: texts.direction, className: dataset.view ?? '' }, [
      head,
      refusal,
      frame,
    ]);
    shown.setAttribute('aria-labelledby', 'title');
    let isShown = false;
    let refusing: number | undefined;
    function show(isPage: boolean): void {
      frame.hidden = !isPage;
      refusal.hidden = isPage;
      if (!isPage)
        console.error(
          `Plotline: no page of ${slug}. Is data-portal right, the portal public, and this site in its settings?`,
        );
    }
    close.addEventListener('click', () => shown.close());
    shown.addEventListener('click', ({ target }) => {
      if (target === shown) shown.close();
    });
    window.addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
      if (source !== frame.contentWindow) return;
      if (data === 'plotline:close') shown.close();
      const path = /^plotline:shown:?(.*)/.exec(String(data))?.[1];
      if (path === undefined) return;
      frame.dataset.path = path;
      isShown = true;
      window.clearTimeout(refusing);
      show(true);
    });
    root.append(shown);
    // From here on, since a frame without an address loads at once. Browsers do not say that they left a frame empty, so a
    // page of the service says in it that it is shown; that can arrive after the page is loaded.
    frame.addEventListener('load', () => {
      passTheme(frame);
      window.clearTimeout(refusing);
      if (!isShown) refusing = window.setTimeout(show, MESSAGE_MS, false);
    });
    return shown;
  }

  let dialog: HTMLDialogElement | undefined;
  function open(path?: string, name?: string): void {
    dialog ??= newDialog();
    if (dialog.open) return;
    // The dialog is called what its button is.
    dialog.querySelector('h2')!.textContent = name || label;
    void load(dialog.querySelector('iframe')!, path);
    dialog.showModal();
  }

  if (dataset.button !== 'none') {
    const button = newElement('button', { type: 'button', className: 'open', textContent: label });
    button.setAttribute('aria-haspopup', 'dialog');
    button.addEventListener('click', () => open());
    root.append(button);
  }
  document.addEventListener('click', (event) => {
    const opener = closestTo(event, '[data-plotline-open]');
    if (!opener) return;
    event.preventDefault();
    const name = opener.dataset.plotlineOpen!;
    open(Object.hasOwn(pages, name) ? pages[name] : undefined, opener.textContent.trim());
  });
  // Undefined while the head of the page is read.
  const body = document.body as HTMLElement | null;
  if (body) body.append(place);
  else document.addEventListener('DOMContentLoaded', () => document.body.append(place));
}

const script = document.currentScript as HTMLScriptElement | null;
const slug = script?.dataset.portal;
if (script && slug && /^[a-z0-9-]+$/.test(slug)) startWidget(script, slug);
else console.error('Plotline: the script tag needs data-portal, the slug of a portal.');
