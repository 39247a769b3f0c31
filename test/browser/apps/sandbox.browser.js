/* The frame between a host and an app, of an origin of its own (MCP Apps, "Sandbox proxy"). */
const inner = document.createElement('iframe');
inner.setAttribute('sandbox', 'allow-scripts allow-same-origin');
inner.style.cssText = 'width:100%;height:100%;border:0';
document.body.append(inner);

window.addEventListener('message', ({ source, data }) => {
  if (source === window.parent) {
    if (data.method !== 'ui/notifications/sandbox-resource-ready')
      return inner.contentWindow.postMessage(data, '*');
    const page = inner.contentDocument;
    page.open();
    page.write(data.params.html);
    page.close();
  } else if (source === inner.contentWindow) {
    window.parent.postMessage(data, '*');
  }
});
window.parent.postMessage(
  { jsonrpc: '2.0', method: 'ui/notifications/sandbox-proxy-ready', params: {} },
  '*',
);
