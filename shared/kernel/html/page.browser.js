(function () {
  'use strict';
  var locales = { en: 'en-GB', ar: 'ar-u-nu-latn' };
  var language = document.documentElement.lang;
  var locale = locales[language] || language;
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

  document.querySelectorAll('time[datetime]').forEach(function (element) {
    var date = new Date(element.dateTime);
    element.title = full.format(date);
    element.textContent = (element.hasAttribute('data-clock') ? full : day).format(date);
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
})();
