import { build } from 'esbuild';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import type { Browser } from 'playwright-core';
import { openWindow, phone, type View } from '../page-checks.ts';

/** What a host allows an app that declares no domains (MCP Apps, "Content security policy"). */
const RESTRICTIVE = [
  "default-src 'none'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'none'",
].join('; ');

/** A host of MCP Apps in a browser, with the official bridge and client, and its sandbox at another origin. */
export async function startAppHost(service: string, token: string) {
  const scripts = new Map(await Promise.all(['host', 'sandbox'].map(bundled)));
  const host = await listen('127.0.0.1', (incoming, outgoing) => {
    if (incoming.url !== '/mcp') return sendFile(incoming.url!, outgoing);
    // A page of the host's own origin, which the service answers as it does a program.
    const { origin: _, ...headers } = incoming.headers;
    const passed = request(`${service}/mcp`, {
      method: incoming.method,
      headers: { ...headers, host: new URL(service).host, authorization: `Bearer ${token}` },
    });
    passed.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(passed);
  });
  const sandbox = await listen('localhost', ({ url }, outgoing) => {
    outgoing.setHeader('content-security-policy', RESTRICTIVE);
    sendFile(url!, outgoing);
  });
  const addressOf = ({ server, name }: typeof host) =>
    `http://${name}:${(server.address() as AddressInfo).port}`;

  function sendFile(url: string, outgoing: Parameters<Handler>[1]): void {
    const { pathname } = new URL(url, 'http://x');
    const script = scripts.get(pathname.slice(1).replace('.js', ''));
    if (pathname.endsWith('.js')) {
      outgoing.setHeader('content-type', 'text/javascript').end(script);
      return;
    }
    const frame = pathname === '/host' ? '<iframe title="app" style="width:100%;border:0"></iframe>' : '';
    outgoing
      .setHeader('content-type', 'text/html')
      .end(
        `<!doctype html><html lang="en"><head><title>A host</title></head><body style="margin:0">${frame}<script type="module" src="${pathname}.js"></script></body></html>`,
      );
  }

  return {
    /** Opens the app of a tool with the tool's result; `foreign` are requests that went to neither origin. */
    async show(
      browser: Browser,
      tool: string,
      args: object,
      { view = phone, withoutTools = false }: { view?: View; withoutTools?: boolean } = {},
    ) {
      const { context, page, complaints } = await openWindow(browser, view);
      const foreign: string[] = [];
      const own = [addressOf(host), addressOf(sandbox)];
      page.on('request', (sent) => {
        if (!own.includes(new URL(sent.url()).origin)) foreign.push(sent.url());
      });
      const query = new URLSearchParams({ tool, args: JSON.stringify(args), sandbox: `${own[1]}/sandbox` });
      if (withoutTools) query.set('withoutTools', '');
      await page.goto(`${own[0]}/host?${query.toString()}`);
      await page.waitForFunction('document.title === "shown" || document.title.startsWith("failed")');
      const app = page.frameLocator('iframe').frameLocator('iframe');
      return { context, page, app, complaints, foreign, title: await page.title() };
    },
    stop() {
      for (const { server } of [host, sandbox]) {
        server.close();
        server.closeAllConnections();
      }
    },
  };
}

type Handler = NonNullable<Parameters<typeof createServer>[1]>;

async function listen(
  name: string,
  handle: (...call: Parameters<Handler>) => void,
): Promise<{ server: Server; name: string }> {
  const server = createServer((incoming, outgoing) => handle(incoming, outgoing as never));
  await new Promise<void>((done) => server.listen(0, name, done));
  return { server, name };
}

async function bundled(name: string): Promise<[string, string]> {
  const { outputFiles } = await build({
    entryPoints: [resolve(import.meta.dirname, `${name}.browser.js`)],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    conditions: ['browser'],
  });
  return [name, outputFiles[0]!.text];
}
