(function () {
  'use strict';
  var content = document.getElementById('content');
  // Storage can be forbidden: then nothing is found in it.
  var stored = {
    read: function (storage, key) {
      try {
        return window[storage].getItem('plotline-' + key);
      } catch {
        return null;
      }
    },
    write: function (storage, key, value) {
      try {
        window[storage].setItem('plotline-' + key, value);
      } catch {
        // Then it is asked for again.
      }
    },
  };
  window.plotlineStored = stored;

  // Copy buttons.
  if (navigator.clipboard) {
    var named = document.querySelector('[data-copy]');
    var words = named ? named.dataset : { copy: 'Copy', copied: 'Copied' };
    var copied = document.createElement('p');
    copied.className = 'copied';
    copied.setAttribute('role', 'status');
    content.append(copied);
    document.querySelectorAll('figure').forEach(function (figure) {
      var code = figure.querySelector('pre code');
      var caption = figure.querySelector('figcaption');
      if (!code || !caption) return;
      var of = ': ' + caption.textContent.trim();
      var button = document.createElement('button');
      button.type = 'button';
      button.className = 'copy';
      function say(text) {
        button.textContent = text;
        button.setAttribute('aria-label', text + of);
      }
      say(words.copy);
      button.addEventListener('click', function () {
        navigator.clipboard.writeText(code.textContent).then(
          function () {
            answer(words.copied);
          },
          function () {
            getSelection().selectAllChildren(code);
            answer('Selected; copy with the keyboard');
          },
        );
      });
      function answer(text) {
        button.textContent = text;
        copied.textContent = text;
        setTimeout(function () {
          say(words.copy);
          copied.textContent = '';
        }, 3000);
      }
      figure.append(button);
    });
  }

  // The response to show, of those of success and errors; without this script, errors are folded below.
  var answers = document.querySelector('.answers');
  if (answers) {
    var folded = answers.querySelector('.errors');
    var responses = [answers.firstElementChild].concat([].slice.call(folded.querySelectorAll('figure')));
    var label = document.createElement('label');
    var choice = document.createElement('select');
    responses.forEach(function (response, at) {
      var name = at === 0 ? answers.dataset.first : response.previousElementSibling.textContent.trim();
      var option = document.createElement('option');
      option.value = String(at);
      option.textContent = name.replace(/\s+/g, ' ');
      choice.append(option);
    });
    choice.addEventListener('change', chooseResponse);
    label.append('Response', ' ', choice);
    answers.classList.add('chosen');
    answers.prepend(label);
    answers.append.apply(answers, responses);
    folded.remove();
    chooseResponse();
  }
  function chooseResponse() {
    responses.forEach(function (response, at) {
      response.hidden = String(at) !== choice.value;
    });
  }

  // Objects are folded, but not what a link leads to.
  function openTarget() {
    var target = document.getElementById(window.location.hash.slice(1));
    var within = target && target.querySelector(':scope > details.folded');
    if (within) within.open = true;
  }
  window.addEventListener('hashchange', openTarget);
  openTarget();

  // Examples that do not fit scroll, also with the keyboard.
  if (window.ResizeObserver) {
    var sizes = new window.ResizeObserver(function (entries) {
      entries.forEach(function (entry) {
        var pre = entry.target;
        if (pre.scrollWidth > pre.clientWidth || pre.scrollHeight > pre.clientHeight) pre.tabIndex = 0;
        else pre.removeAttribute('tabindex');
      });
    });
    content.querySelectorAll('figure pre').forEach(function (pre) {
      sizes.observe(pre);
    });
  }

  // Results while typing, to choose from with the arrow keys; the form works without them.
  var search = document.querySelector('form[role="search"]');
  if (search && window.fetch && window.AbortController) {
    var input = search.elements.q;
    var hints = made('div', 'hints', 'listbox');
    hints.id = 'hints';
    hints.setAttribute('aria-label', 'Results');
    hints.hidden = true;
    var count = made('p', 'copied', 'status');
    var key = made('kbd', 'key');
    key.textContent = '/';
    key.setAttribute('aria-hidden', 'true');
    search.append(hints, count, key);
    var pending;
    var asked;
    var chosenHint;
    input.setAttribute('autocomplete', 'off');
    input.setAttribute('role', 'combobox');
    input.setAttribute('aria-autocomplete', 'list');
    input.setAttribute('aria-controls', 'hints');
    input.setAttribute('aria-keyshortcuts', '/ Control+K');
    showHints([]);
    input.addEventListener('input', function () {
      window.clearTimeout(pending);
      if (asked) asked.abort();
      if (input.value.trim().length < 2) return showHints([]);
      pending = setTimeout(suggest, 200);
    });
    search.addEventListener('keydown', function (event) {
      if (event.key === 'Escape') showHints([]);
      else if (event.key === 'ArrowDown') moveTo(1);
      else if (event.key === 'ArrowUp') moveTo(-1);
      else if (event.key === 'Enter' && chosenHint) window.location.assign(chosenHint.href);
      else return;
      if (event.key !== 'Escape' || input.value === '') event.preventDefault();
    });
    search.addEventListener('focusout', function (event) {
      if (event.relatedTarget && !search.contains(event.relatedTarget)) showHints([]);
    });
    document.addEventListener('keydown', function (event) {
      var typing = event.target.closest('input, textarea, select, [contenteditable]');
      var plain = !event.ctrlKey && !event.metaKey && !event.altKey;
      var isSlash = event.key === '/' && plain && !typing;
      if (!isSlash && !(event.key === 'k' && (event.ctrlKey || event.metaKey))) return;
      event.preventDefault();
      input.focus();
      input.select();
    });
  }

  function made(name, className, role) {
    var element = document.createElement(name);
    element.className = className;
    if (role) element.setAttribute('role', role);
    return element;
  }

  function suggest() {
    asked = new window.AbortController();
    var query = input.value;
    var address = '/docs/find?q=' + encodeURIComponent(query);
    fetch(address, { signal: asked.signal, headers: { Accept: 'text/html' } })
      .then(function (response) {
        return response.ok ? response.text() : '';
      })
      .then(function (text) {
        var page = new window.DOMParser().parseFromString(text, 'text/html');
        var found = [].slice.call(page.querySelectorAll('.found > li'), 0, 7).map(function (one) {
          return hint(one.querySelector('a'), one.querySelector('.quiet'));
        });
        count.textContent = found.length > 0 ? found.length + ' results' : 'Nothing found';
        if (found.length > 0) {
          var all = made('a', 'all');
          all.href = address;
          all.textContent =
            'All results for \u201c' + page.querySelector('main strong').textContent + '\u201d';
          found.push(hint(all));
        }
        showHints(found);
        if (found.length === 0) {
          hints.textContent = 'Nothing found';
          hints.hidden = false;
        }
      })
      .catch(function () {
        // Another letter was typed, or there is no connection: the button still searches.
      });
  }

  function hint(link, page) {
    var option = made('a', link.className, 'option');
    var title = document.createElement('span');
    option.href = link.getAttribute('href');
    option.tabIndex = -1;
    title.append.apply(title, document.importNode(link, true).childNodes);
    option.append(title);
    if (page) option.append(' ', document.importNode(page, true));
    return option;
  }

  function showHints(options) {
    hints.replaceChildren.apply(hints, options);
    hints.hidden = options.length === 0;
    options.forEach(function (option, at) {
      option.id = 'hint-' + at;
    });
    input.setAttribute('aria-expanded', String(options.length > 0));
    choose(undefined);
  }

  /** Chooses the next option, or the one before; past the last comes the first. */
  function moveTo(step) {
    var options = [].slice.call(hints.querySelectorAll('[role="option"]'));
    if (options.length === 0) return;
    var from = options.indexOf(chosenHint);
    choose(options[(from < 0 && step < 0 ? 0 : from) + step] || options[step > 0 ? 0 : options.length - 1]);
  }

  function choose(option) {
    if (chosenHint) chosenHint.removeAttribute('aria-selected');
    chosenHint = option;
    if (!option) return input.removeAttribute('aria-activedescendant');
    option.setAttribute('aria-selected', 'true');
    option.scrollIntoView({ block: 'nearest' });
    input.setAttribute('aria-activedescendant', option.id);
  }

  // The language of examples is kept from page to page.
  var languages = document.querySelectorAll('input[name="language"]');
  var chosen = stored.read('localStorage', 'language');
  languages.forEach(function (input) {
    if (input.value === chosen) input.checked = true;
    input.addEventListener('change', function () {
      stored.write('localStorage', 'language', input.value);
    });
  });

  // The list of pages stays where the current one is seen, and follows what is read.
  var map = document.querySelector('.map .wide-only');
  var current = map && map.querySelector('[aria-current="page"]');
  if (current) {
    var list = map.closest('.map');
    list.scrollTop = current.offsetTop - list.clientHeight / 3;
  }
  var links = map ? [].slice.call(map.querySelectorAll('a[href^="#"]')) : [];
  if (links.length > 0 && 'IntersectionObserver' in window) {
    var spy = new window.IntersectionObserver(
      function () {
        var seen = links.filter(function (link) {
          return (
            document.getElementById(link.hash.slice(1)).getBoundingClientRect().top < window.innerHeight / 3
          );
        });
        links.forEach(function (link) {
          if (link === seen[seen.length - 1]) link.setAttribute('aria-current', 'location');
          else link.removeAttribute('aria-current');
        });
      },
      { rootMargin: '0px 0px -60% 0px' },
    );
    links.forEach(function (link) {
      spy.observe(document.getElementById(link.hash.slice(1)));
    });
  }
})();
