import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import {
  AppBridge,
  getToolUiResourceUri,
  PostMessageTransport,
} from '@modelcontextprotocol/ext-apps/app-bridge';

/** Shows a tool's result in its app, as a client does, with the official bridge; the address says which tool. */
async function main() {
  const { searchParams } = new URL(location.href);
  const name = searchParams.get('tool');
  const args = JSON.parse(searchParams.get('args'));
  const client = new Client({ name: 'A host', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', location.href)));
  const tool = (await client.listTools()).tools.find((one) => one.name === name);
  const { contents } = await client.readResource({ uri: getToolUiResourceUri(tool) });
  const [{ text: html, mimeType, _meta }] = contents;
  if (mimeType !== 'text/html;profile=mcp-app') throw new Error(mimeType);

  const frame = document.querySelector('iframe');
  const ready = new Promise((resolve) => {
    window.addEventListener('message', ({ source, data }) => {
      if (source === frame.contentWindow && data.method === 'ui/notifications/sandbox-proxy-ready') resolve();
    });
  });
  frame.src = searchParams.get('sandbox');
  await ready;
  const capabilities = searchParams.has('withoutTools') ? {} : { serverTools: {} };
  const bridge = new AppBridge(client, { name: 'A host', version: '1.0.0' }, capabilities, {
    hostContext: { theme: 'light', toolInfo: { tool } },
  });
  bridge.onsizechange = ({ height }) => (frame.style.height = `${height}px`);
  const initialized = new Promise((resolve) => (bridge.oninitialized = resolve));
  await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow));
  await bridge.sendSandboxResourceReady({ html, csp: _meta.ui.csp });
  await initialized;
  await bridge.sendToolInput({ arguments: args });
  await bridge.sendToolResult(await client.callTool({ name, arguments: args }));
  document.title = 'shown';
}

main().catch((error) => (document.title = `failed: ${error.message}`));
