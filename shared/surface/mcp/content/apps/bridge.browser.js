/* eslint-disable @typescript-eslint/no-unused-vars -- the script of an app, which follows in the page, uses these. */

/** An element with properties and children; texts become text nodes, so nothing that people wrote is markup. */
function element(name, properties, children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...(children || []));
  return made;
}

/** An element of a drawing with attributes. */
function drawn(name, attributes, text) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  Object.entries(attributes).forEach(([attribute, value]) => made.setAttribute(attribute, String(value)));
  if (text !== undefined) made.textContent = text;
  return made;
}

/**
 * Connects an app with its host (MCP Apps, revision 2026-01-26) and shows each result of its tool: `show` returns a
 * promise of the nodes for a result's data, which it can complete with what other tools return.
 */
function startApp(name, show) {
  const host = window.parent;
  const main = document.querySelector('main');
  const answers = new Map();
  let lastId = 0;
  let args = {};
  let toolName;
  let canCall = false;

  function send(message) {
    host.postMessage({ jsonrpc: '2.0', ...message }, '*');
  }
  function request(method, params) {
    const id = ++lastId;
    send({ id, method, params });
    return new Promise((resolve, reject) => answers.set(id, { resolve, reject }));
  }
  function say(text) {
    main.replaceChildren(element('p', { className: 'quiet', textContent: text }));
  }
  /** The data of a tool's result, with what its items share; undefined for an error. */
  function dataOf({ isError, structuredContent: { data, common } = {} }) {
    if (isError || data === undefined) return undefined;
    return Array.isArray(data) ? data.map((item) => ({ ...common, ...item })) : data;
  }
  /** Calls another tool in the same workspace; undefined where the host lets apps call none, or it fails. */
  async function use(tool, more) {
    if (!canCall) return undefined;
    const { workspaceId } = args;
    const call = { name: tool, arguments: { ...(workspaceId ? { workspaceId } : {}), ...more } };
    return request('tools/call', call).then(dataOf, () => undefined);
  }
  async function showResult(result) {
    const data = dataOf(result);
    const [{ text } = {}] = result.content || [];
    if (data === undefined) return say(text || 'The tool returned nothing to show.');
    main.replaceChildren(...(await show(data, use)));
    if (result.structuredContent.nextCursor)
      main.append(element('p', { className: 'quiet', textContent: 'There is more on other pages.' }));
    if (canCall && toolName) main.append(refreshButton());
  }
  function refreshButton() {
    const button = element('button', { type: 'button', textContent: 'Refresh' });
    button.addEventListener('click', () => {
      button.disabled = true;
      request('tools/call', { name: toolName, arguments: args }).then(showResult, () => {
        button.disabled = false;
        button.textContent = 'It failed; try again';
      });
    });
    return button;
  }
  function applyContext({ theme, toolInfo } = {}) {
    if (theme === 'light' || theme === 'dark') document.documentElement.style.colorScheme = theme;
    if (toolInfo && toolInfo.tool) toolName = toolInfo.tool.name;
  }

  const notified = {
    'ui/notifications/tool-input': (params) => (args = params.arguments || {}),
    'ui/notifications/tool-result': showResult,
    'ui/notifications/tool-cancelled': () => say('The call was cancelled.'),
    'ui/notifications/host-context-changed': applyContext,
  };

  window.addEventListener('message', ({ source, data }) => {
    if (source !== host || !data || data.jsonrpc !== '2.0') return;
    const { id, method, params, result, error } = data;
    if (method === undefined) {
      const { resolve, reject } = answers.get(id) || {};
      answers.delete(id);
      if (error && reject) reject(new Error(error.message));
      else if (resolve) resolve(result);
    } else if (id === undefined) {
      if (Object.hasOwn(notified, method)) notified[method](params || {});
    } else if (method === 'ping' || method === 'ui/resource-teardown') {
      send({ id, result: {} });
    } else {
      send({ id, error: { code: -32601, message: 'Method not found' } });
    }
  });

  request('ui/initialize', {
    protocolVersion: '2026-01-26',
    appInfo: { name, version: '1.0.0' },
    appCapabilities: {},
  }).then(({ hostContext, hostCapabilities }) => {
    applyContext(hostContext);
    canCall = Boolean(hostCapabilities && hostCapabilities.serverTools);
    send({ method: 'ui/notifications/initialized' });
    new ResizeObserver(() => {
      const { scrollWidth: width, scrollHeight: height } = document.documentElement;
      send({ method: 'ui/notifications/size-changed', params: { width, height } });
    }).observe(document.body);
  });
}
