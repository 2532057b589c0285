// What the page says in a language: by WORDS, which satmayan.show.words has written here.
"use strict";

const WORDS = @@texts@@;

// A sentence in a language, {names} filled in; a sentence that has no entry is its own text.
function say(language, sentence, values = {}) {
  const text = WORDS[language][sentence] ?? WORDS.en[sentence] ?? sentence;
  return text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}
