/**
 * The script of the button that opens a portal in a frame, on any site that the portal lists. It works under a strict
 * Content-Security-Policy of that site, which has to allow this service in `script-src` and `frame-src` only: it adds no
 * style attribute, no markup as text and no request of its own.
 */
export const widgetScript = `(function () {
  'use strict';
  var script = document.currentScript;
  var slug = script && script.dataset.portal;
  if (!slug || !/^[a-z0-9-]+$/.test(slug)) {
    console.error('Plotline: the script tag needs data-portal, the slug of a portal.');
    return;
  }
  var address = new URL('/portals/' + slug + '/feedback', script.src).href;
  var label = script.dataset.label || 'Feedback';
  var color = /^#[0-9a-f]{6}$/i.test(script.dataset.color || '') ? script.dataset.color : '#3b3fb6';
  var dialog;

  function element(name, properties, children) {
    var made = Object.assign(document.createElement(name), properties);
    (children || []).forEach(function (child) { made.append(child); });
    return made;
  }

  function darkTextOn(hex) {
    var parts = [1, 3, 5].map(function (at) {
      var part = parseInt(hex.slice(at, at + 2), 16) / 255;
      return part <= 0.04045 ? part / 12.92 : Math.pow((part + 0.055) / 1.055, 2.4);
    });
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2] > 0.179;
  }

  var sheet = new CSSStyleSheet();
  sheet.replaceSync(
    ':host{all:initial}' +
    '*{box-sizing:border-box;font:600 16px/1.5 system-ui,sans-serif}' +
    '.open{position:fixed;right:16px;bottom:16px;z-index:2147483000;min-height:44px;padding:8px 18px;border:1px solid #0003;' +
    'border-radius:22px;cursor:pointer;background:' + color + ';color:' + (darkTextOn(color) ? '#000' : '#fff') + '}' +
    'dialog{padding:0;border:0;border-radius:12px;overflow:hidden;width:min(920px,calc(100vw - 24px));' +
    'height:min(760px,calc(100dvh - 24px));max-width:none;max-height:none;background:Canvas;color:CanvasText;color-scheme:light dark}' +
    'dialog[open]{display:flex;flex-direction:column}' +
    'dialog::backdrop{background:#0008}' +
    'header{display:flex;align-items:center;gap:12px;padding:6px 8px 6px 16px;border-bottom:1px solid #8886}' +
    'h2{margin:0;flex:1}' +
    'a{color:inherit;font-weight:400;font-size:14px;padding:10px 4px}' +
    '.close{width:44px;height:44px;border:0;border-radius:8px;background:none;color:inherit;cursor:pointer;font-size:24px;line-height:1}' +
    ':focus-visible{outline:3px solid #6a8cff;outline-offset:2px}' +
    'iframe{flex:1;width:100%;border:0;background:Canvas}'
  );

  var place = document.createElement('plotline-widget');
  var root = place.attachShadow({ mode: 'open' });
  root.adoptedStyleSheets = [sheet];

  function open() {
    if (!dialog) {
      var close = element('button', { type: 'button', className: 'close', ariaLabel: 'Close', textContent: '\\u00d7' });
      close.addEventListener('click', function () { dialog.close(); });
      var link = element('a', { href: address, target: '_blank', rel: 'noopener', textContent: 'Open in a new tab' });
      var heading = element('h2', { id: 'title', textContent: label });
      var frame = element('iframe', { src: address, title: label, referrerPolicy: 'no-referrer' });
      dialog = element('dialog', {}, [element('header', {}, [heading, link, close]), frame]);
      dialog.setAttribute('aria-labelledby', 'title');
      dialog.addEventListener('click', function (event) { if (event.target === dialog) dialog.close(); });
      root.append(dialog);
    }
    if (!dialog.open) dialog.showModal();
  }

  if (script.dataset.button !== 'none') {
    var button = element('button', { type: 'button', className: 'open', textContent: label });
    button.setAttribute('aria-haspopup', 'dialog');
    button.addEventListener('click', open);
    root.append(button);
  }
  document.addEventListener('click', function (event) {
    if (event.target instanceof Element && event.target.closest('[data-plotline-open]')) {
      event.preventDefault();
      open();
    }
  });
  if (document.body) document.body.append(place);
  else document.addEventListener('DOMContentLoaded', function () { document.body.append(place); });
})();
`;
