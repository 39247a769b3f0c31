import { createHash } from 'node:crypto';
import { html, Html } from '../../../../kernel/html/html.ts';
import { styleSheet, textFile } from '../../../../kernel/html/text-file.ts';
import { appContent, type AppPage, type TextContent } from '../../../../kernel/api/mcp/content.ts';

const bridge = textFile('./bridge.browser.js', import.meta.url);
const styles = styleSheet('./apps.css', import.meta.url);

/** The page of an app: one script and one style sheet, and no way to load, run or send anything else. */
function pageOf(title: string, script: string): string {
  const whole = `{${bridge}\n${script}}`;
  const policy = [
    "default-src 'none'",
    `script-src ${digestOf(whole)}`,
    `style-src ${digestOf(styles)}`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
  return `<!doctype html>${
    html`<html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <title>${title}</title>
        ${new Html(`<style>${styles}</style>`)}
      </head>
      <body>
        <main><p class="quiet">Waiting for the result…</p></main>
        ${new Html(`<script>${whole}</script>`)}
      </body>
    </html>`.text
  }`;
}

/** The hash by which a policy allows an inline text (Content Security Policy, level 3). */
const digestOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const app = (
  name: string,
  title: string,
  description: string,
  script: string,
): AppPage & { text: string } => ({
  uri: `ui://plotline/${name}`,
  name,
  title,
  description,
  text: pageOf(title, script),
});

const pages = [
  app(
    'board',
    'Board',
    'The listed stories in columns by status.',
    textFile('./board.browser.js', import.meta.url),
  ),
  app(
    'burn-down',
    'Burn-down',
    'What remained of a sprint on each day.',
    textFile('./burn-down.browser.js', import.meta.url),
  ),
  app(
    'roadmap',
    'Roadmap',
    'The listed objectives in time.',
    textFile('./roadmap.browser.js', import.meta.url),
  ),
];

/** The pages that show results of tools, for clients that support MCP Apps. */
export const apps: readonly AppPage[] = pages.map(({ text: _, ...page }) => page);

/** The page of an app; undefined for any other address. */
export function readApp(uri: string): TextContent | undefined {
  const found = pages.find((page) => page.uri === uri);
  return found && { uri, ...appContent, text: found.text };
}
