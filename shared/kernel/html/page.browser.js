(function () {
  'use strict';
  // Pages are the same for all readers of a language; dates are written as in the region of each.
  var language = document.documentElement.lang;
  var region = navigator.languages.find(function (tag) {
    return tag.split('-')[0] === language && /^\w+(-\w+)+$/.test(tag);
  });
  var locale = (region || { en: 'en-GB' }[language] || language) + (language === 'ar' ? '-u-nu-latn' : '');
  var zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  var full = new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  });
  var day = new Intl.DateTimeFormat(locale, { dateStyle: 'long' });
  var calendarDay = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  var ago = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  var HOUR_MS = 3600000;

  // How long ago something was said today or yesterday; undefined if it is longer.
  function agoOf(date) {
    var past = Math.max(Date.now() - date, 0);
    if (past >= 24 * HOUR_MS) return undefined;
    if (past >= HOUR_MS) return ago.format(-Math.floor(past / HOUR_MS), 'hour');
    var minutes = Math.floor(past / 60000);
    return minutes > 0 ? ago.format(-minutes, 'minute') : ago.format(0, 'second');
  }
  function localTimes(within) {
    within.querySelectorAll('time[datetime]').forEach(function (element) {
      var date = new Date(element.dateTime);
      // A day such as 2026-12-10 is the same for all readers; a moment has its day where they are.
      if (!element.dateTime.includes('T')) {
        element.textContent = calendarDay.format(date);
        return;
      }
      element.title = full.format(date);
      var recent = element.hasAttribute('data-ago') && agoOf(date);
      element.textContent = recent || (element.hasAttribute('data-clock') ? full : day).format(date);
    });
  }
  localTimes(document);
  // So are those of a page that is about to be merged into this one.
  document.addEventListener('merging', function (event) {
    localTimes(event.detail);
  });

  function shifted(value, sign) {
    var date = new Date(value + 'Z');
    if (isNaN(date)) return value;
    if (sign > 0) return new Date(value).toISOString().slice(0, 16);
    return new Date(date - date.getTimezoneOffset() * 60000).toISOString().slice(0, 16);
  }
  document.querySelectorAll('input[type="datetime-local"]').forEach(function (field) {
    // Not the value, which browsers restore when a page is loaded again.
    field.value = shifted(field.defaultValue, -1);
    var name = document.querySelector('[data-zone-of="' + field.id + '"]');
    if (name) name.textContent = zone;
    field.form.addEventListener('formdata', function (event) {
      event.formData.set(field.name, shifted(field.value, 1));
    });
  });

  // A form is sent once: a second click, or the Enter key, waits for the answer, or for some seconds.
  var sent;
  function release() {
    sent = null;
  }
  document.addEventListener('submit', function (event) {
    var form = event.target;
    if (form.getAttribute('method') !== 'post' || form.hasAttribute('target')) return;
    if (form === sent) event.preventDefault();
    // Once it is known whether another script sends it in the browser's place.
    setTimeout(function () {
      if (event.defaultPrevented) return;
      sent = form;
      setTimeout(release, 8000);
    });
  });
  // A page that the browser has kept is shown again.
  window.addEventListener('pageshow', release);

  // A code that is complete is sent.
  document.addEventListener('input', function (event) {
    var field = event.target;
    if (!field.dataset.digits) return;
    var digits = field.value.normalize('NFKC').replace(/[\s-]+/g, '');
    if (digits.length !== Number(field.dataset.digits) || /\D/.test(digits)) return;
    field.form.requestSubmit();
  });

  // What is written in an update, or at length by a visitor, is lost with its page: browsers ask before they leave it.
  document.addEventListener('input', function (event) {
    var field = event.target;
    var writes = field.form && field.form.dataset.writes;
    if (writes === 'update') field.form.dataset.unsaved = '';
    else if (writes && field.localName === 'textarea')
      field.form.toggleAttribute('data-unsaved', field.value !== field.defaultValue);
  });
  document.addEventListener('submit', function () {
    document.querySelectorAll('[data-unsaved]').forEach(function (element) {
      element.removeAttribute('data-unsaved');
    });
  });
  // So are the changed fields of a form that is not the one sent: of all that change something, but those of a sign-in, and
  // those with a file, which another script sends.
  var GUARDED = 'form[method="post"]:not([data-writes], [enctype], [action^="/sign-in"], [action^="/oauth"])';
  function isChanged(field) {
    var options = [].slice.call(field.options || []);
    var preset = options.some(function (option) {
      return option.defaultSelected;
    });
    if (options.length > 0 && !preset) return field.selectedIndex > 0;
    if (options.length > 0)
      return options.some(function (option) {
        return option.selected !== option.defaultSelected;
      });
    if (field.type === 'checkbox' || field.type === 'radio') return field.checked !== field.defaultChecked;
    var isFilled = field.type === 'hidden' || field.matches(':autofill');
    var isWritten = !isFilled && field.defaultValue !== undefined;
    return isWritten && field.value !== field.defaultValue;
  }
  function hasChanges(form) {
    return form !== sent && [].some.call(form.elements, isChanged);
  }
  window.addEventListener('beforeunload', function (event) {
    var isUnsaved = document.querySelector('[data-unsaved]');
    if (isUnsaved || [].some.call(document.querySelectorAll(GUARDED), hasChanges)) event.preventDefault();
  });

  // Buttons that copy a text: without a clipboard, it is selected.
  document.querySelectorAll('button[data-copy]').forEach(function (button) {
    var source = document.getElementById(button.dataset.copy);
    var text = button.textContent;
    button.hidden = false;
    button.addEventListener('click', function () {
      getSelection().selectAllChildren(source);
      if (!navigator.clipboard) return;
      navigator.clipboard.writeText(source.textContent).then(function () {
        button.textContent = button.dataset.copied;
        setTimeout(function () {
          button.textContent = text;
        }, 3000);
      });
    });
  });

  // What happens without a new page is said to those who cannot see it.
  var said;
  function say(text) {
    if (!said) {
      said = document.body.appendChild(document.createElement('p'));
      said.className = 'hidden';
      said.setAttribute('role', 'status');
    }
    said.textContent = text;
  }
  // The error of a request that got no answer.
  var LOST = 'No connection.';
  function pageOf(url, options) {
    return fetch(url, Object.assign({ headers: { accept: 'text/html' } }, options))
      .catch(function () {
        throw new Error(LOST);
      })
      .then(function (response) {
        if (!response.ok) throw new Error(response.status);
        return response.text();
      })
      .then(function (text) {
        return new DOMParser().parseFromString(text, 'text/html');
      });
  }

  // Links that continue a list do so in place.
  function goOn(link, list) {
    link.ariaBusy = 'true';
    return pageOf(link.href).then(function (page) {
      var more = page.getElementById(list.id);
      var rows = [].filter.call(more ? more.children : [], function (row) {
        return !document.getElementById(row.id);
      });
      list[list.dataset.more === 'before' ? 'prepend' : 'append'].apply(list, rows);
      localTimes(list);
      var next = page.querySelector('a[data-more="' + list.id + '"]');
      if (next) link.replaceWith(next);
      else link.remove();
      return rows;
    });
  }
  // Texts are sent from the keyboard.
  document.addEventListener('keydown', function (event) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.isComposing) return;
    var field = event.target.closest('textarea');
    if (!field || !field.form) return;
    event.preventDefault();
    var within = field.closest('details, form').querySelector('button[type="submit"]');
    field.form.requestSubmit(within);
  });
  document.addEventListener('click', function (event) {
    var link = event.target instanceof Element && event.target.closest('a[data-more]');
    var list = link && document.getElementById(link.dataset.more);
    if (!list || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (link.ariaBusy) return;
    goOn(link, list)
      .then(function (rows) {
        keep({ list: list.id, more: (kept().list === list.id ? kept().more : 0) + 1 });
        if (rows[0]) rows[0].focus();
        say(link.dataset.done);
      })
      .catch(function () {
        location.assign(link.href);
      });
  });

  // Who comes back to such a page finds as many rows as they left, and their place.
  function kept() {
    return window.history.state || {};
  }
  function keep(values) {
    window.history.replaceState(Object.assign({}, kept(), values), '');
  }
  function restore(times) {
    var link = document.querySelector('a[data-more="' + kept().list + '"]');
    var list = link && document.getElementById(link.dataset.more);
    if (times === 0 || !list) return window.scrollTo({ top: kept().top, behavior: 'instant' });
    goOn(link, list).then(function () {
      restore(times - 1);
    });
  }
  window.addEventListener('pagehide', function () {
    if (kept().more) keep({ top: window.scrollY });
  });
  if (kept().more) {
    window.history.scrollRestoration = 'manual';
    restore(kept().more);
  }

  // Beside a button that changed nothing, since there is no connection: what it did not do can be tried again there.
  function lostNote(text) {
    clearLost();
    var note = document.createElement('p');
    note.className = 'wrong lost';
    note.setAttribute('role', 'alert');
    note.textContent = text;
    return note;
  }
  function sayLost(form) {
    var beside = form.parentElement.matches('.item') ? form.nextElementSibling : form;
    beside.prepend(lostNote(form.dataset.stay));
  }
  function clearLost() {
    document.querySelectorAll('.lost').forEach(function (note) {
      note.remove();
    });
  }

  // Without a connection, a browser would show a page of its own in the place of what was written.
  document.addEventListener(
    'submit',
    function (event) {
      var form = event.target;
      var page = form.closest('[data-lost]');
      if (navigator.onLine || !page || !event.submitter || form.dataset.stay) return;
      event.preventDefault();
      event.stopPropagation();
      (event.submitter.closest('.send') || event.submitter).before(lostNote(page.dataset.lost));
    },
    true,
  );

  // Buttons that change no more than themselves leave the page as it is.
  document.addEventListener('submit', function (event) {
    var form = event.target;
    var button = event.submitter;
    if (!form.dataset.stay || !button) return;
    event.preventDefault();
    if (form.ariaBusy) return;
    form.ariaBusy = 'true';
    clearLost();
    var data = new URLSearchParams(new FormData(form));
    data.set(button.name, button.value);
    // A list may come in another order with the vote: the answer is the page of the idea, which always has its button.
    var isListed = data.has('back');
    data.delete('back');
    var place = [].indexOf.call(form.querySelectorAll('button'), button);
    pageOf(form.action, { method: 'POST', body: data })
      .then(function (page) {
        var changed = page.querySelector('form[action="' + form.getAttribute('action') + '"]');
        if (!changed) throw new Error();
        var note = page.querySelector('.thanks');
        var now = changed.querySelectorAll('button')[place];
        if (isListed) button.replaceWith(now);
        else form.replaceWith(changed);
        form.ariaBusy = null;
        now.focus();
        if (note) say(note.textContent);
      })
      .catch(function (error) {
        form.ariaBusy = null;
        if (error.message === LOST) return sayLost(form);
        // The page that answers says what is wrong.
        delete form.dataset.stay;
        form.requestSubmit(button);
      });
  });
})();
