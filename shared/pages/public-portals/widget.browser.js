(function () {
  'use strict';
  var script = document.currentScript;
  var slug = script && script.dataset.portal;
  if (!slug || !/^[a-z0-9-]+$/.test(slug)) {
    console.error('Plotline: the script tag needs data-portal, the slug of a portal.');
    return;
  }
  var address = new URL('/portals/' + slug + '/feedback', script.src).href;
  var color = /^#[0-9a-f]{6}$/i.test(script.dataset.color || '') ? script.dataset.color : '#3b3fb6';
  // The service puts the texts of all languages here, and which of them are written from right to left.
  var texts = '{{texts}}';
  function languageOf(tags) {
    return tags
      .map(function (tag) {
        return tag.split('-')[0].toLowerCase();
      })
      .concat('en')
      .find(function (one) {
        return Object.hasOwn(texts, one);
      });
  }
  var language = languageOf(navigator.languages);
  var words = texts[language];
  // The button is a part of the site, in its language.
  var pageLanguage = document.documentElement.lang;
  var label = script.dataset.label || texts[pageLanguage ? languageOf([pageLanguage]) : language].label;
  // What data-plotline-open names, and its address.
  var pages = { feedback: '', new: '/new', roadmap: '/roadmap', changelog: '/updates' };
  var MESSAGE_MS = 1000;
  var dialog;

  function element(name, properties, children) {
    var made = Object.assign(document.createElement(name), properties);
    (children || []).forEach(function (child) {
      made.append(child);
    });
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
  // The service puts the text of widget.css here.
  sheet.replaceSync('{{styles}}');
  var onColor = darkTextOn(color) ? '#000' : '#fff';
  sheet.insertRule(':host { --color: ' + color + '; --on-color: ' + onColor + '; }');

  var place = document.createElement('plotline-widget');
  var root = place.attachShadow({ mode: 'open' });
  root.adoptedStyleSheets = [sheet];

  // The scheme of the site, as data-theme or its color-scheme says: light, unless it says otherwise.
  function theme() {
    if (/^(light|dark)$/.test(script.dataset.theme || '')) return script.dataset.theme;
    var scheme = getComputedStyle(document.documentElement).colorScheme;
    if (!/dark/.test(scheme)) return 'light';
    return /light/.test(scheme) && !matchMedia('(prefers-color-scheme: dark)').matches ? 'light' : 'dark';
  }

  // Each page within the frame is told the scheme, which is no secret.
  function passTheme(frame) {
    place.style.colorScheme = theme();
    frame.contentWindow.postMessage('plotline:' + theme(), '*');
  }

  // Signs the customer of the site in, within the frame.
  function passCustomer(frame, token, path) {
    var fields = Object.entries({ token: token, next: new URL(address).pathname + path }).map(
      function (pair) {
        return element('input', { type: 'hidden', name: pair[0], value: pair[1] });
      },
    );
    var action = address + '/customer';
    var form = element('form', { method: 'post', action: action, target: frame.name }, fields);
    root.append(form);
    form.submit();
    form.remove();
  }

  // A token of now, from a function of the site; or that of the script tag.
  async function findToken() {
    try {
      return await (window.plotlineToken ? window.plotlineToken() : script.dataset.token);
    } catch (error) {
      console.error('Plotline: plotlineToken failed.', error);
    }
  }

  // Whose token it is.
  function subjectOf(token) {
    try {
      return JSON.parse(window.atob(token.split('.')[1].replace(/-/g, '+').replace(/_/g, '/'))).sub;
    } catch {
      return token;
    }
  }

  // Shows the portal to the customer who uses the site now; without one, the session of another one ends. Without a path,
  // it stays where the visitor left it.
  async function load(frame, path) {
    var token = (await findToken()) || '';
    var subject = subjectOf(token);
    var isKnown = frame.dataset.subject === subject;
    var isThere = path === undefined || frame.dataset.path === new URL(address + path).pathname;
    if (isKnown && isThere) return;
    frame.dataset.subject = subject;
    if (!isKnown && (token || window.plotlineToken)) passCustomer(frame, token || 'none', path || '');
    else frame.src = address + (path || '');
  }

  function newTabLink() {
    return element('a', {
      href: address,
      target: '_blank',
      rel: 'noopener',
      lang: language,
      textContent: words.newTab,
    });
  }

  // What the visitor sees where the browser shows no page of the portal.
  function refusalOf() {
    return element('div', { className: 'refusal', role: 'status', lang: language, hidden: true }, [
      element('p', { textContent: words.refused }),
      newTabLink(),
    ]);
  }

  function open(path, name) {
    if (!dialog) {
      var close = element('button', {
        type: 'button',
        className: 'close',
        lang: language,
        ariaLabel: words.close,
        autofocus: true,
        textContent: '\u00d7',
      });
      close.addEventListener('click', function () {
        dialog.close();
      });
      var heading = element('h2', { id: 'title', dir: 'auto', textContent: label });
      var frame = element('iframe', { title: label, name: 'plotline', referrerPolicy: 'no-referrer' });
      frame.addEventListener('load', function () {
        passTheme(frame);
      });
      window.addEventListener('message', function (event) {
        if (event.source !== frame.contentWindow) return;
        if (event.data === 'plotline:close') dialog.close();
        var shown = /^plotline:shown:?(.*)/.exec(event.data);
        if (!shown) return;
        frame.dataset.path = shown[1];
        isShown = true;
        window.clearTimeout(refusing);
        show(true);
      });
      var isShown = false;
      var refusing;
      var refusal = refusalOf();
      function show(page) {
        frame.hidden = !page;
        refusal.hidden = page;
        if (!page)
          console.error(
            'Plotline: no page of ' +
              slug +
              '. Is data-portal right, the portal public, and this site in its settings?',
          );
      }
      dialog = element('dialog', { dir: words.direction, className: script.dataset.view || '' }, [
        element('header', {}, [heading, newTabLink(), close]),
        refusal,
        frame,
      ]);
      dialog.setAttribute('aria-labelledby', 'title');
      dialog.addEventListener('click', function (event) {
        if (event.target === dialog) dialog.close();
      });
      root.append(dialog);
      // From here on, since a frame without an address loads at once. Browsers do not say that they left a frame empty, so
      // a page of the service says in it that it is shown; that can arrive after the page is loaded.
      frame.addEventListener('load', function () {
        window.clearTimeout(refusing);
        if (!isShown) refusing = setTimeout(show, MESSAGE_MS, false);
      });
    }
    if (dialog.open) return;
    // The dialog is called what its button is.
    dialog.querySelector('h2').textContent = name || label;
    load(dialog.querySelector('iframe'), path);
    dialog.showModal();
  }

  if (script.dataset.button !== 'none') {
    var button = element('button', { type: 'button', className: 'open', textContent: label });
    button.setAttribute('aria-haspopup', 'dialog');
    button.addEventListener('click', function () {
      open();
    });
    root.append(button);
  }
  document.addEventListener('click', function (event) {
    var opener = event.target instanceof Element && event.target.closest('[data-plotline-open]');
    if (!opener) return;
    event.preventDefault();
    var name = opener.dataset.plotlineOpen;
    open(Object.hasOwn(pages, name) ? pages[name] : undefined, opener.textContent.trim());
  });
  if (document.body) document.body.append(place);
  else
    document.addEventListener('DOMContentLoaded', function () {
      document.body.append(place);
    });
})();
