// ESLint rule: a comment is a sentence, or a noun phrase, about the code below it.

/** Words that begin a subordinate clause. A question may begin with them. */
const clauseWords = /^(?:what|of|where|whether|whom?|whose|how|as|that|those)\b/i;
/** "That is why …" and "Those are …" are main clauses. */
const demonstrative = /^(?:that|those) (?:is|are|was|were|means|makes|takes|keeps|leaves|works)\b/i;
/** Words after which a main clause may follow a comma: "If the lease is lost, this throws." */
const openingWords = /^(?:by|without|with|in|if|because|since|until)\b/i;
const verb = /\b(?:is|are|was|were|has|have|can|may|must|will|cannot)\b/;
const directive = /^\s*(?:eslint|@ts-|prettier-ignore|#region|#endregion|@spec-gap|SPDX)/;

const isClause = (sentence) => {
  if (sentence.endsWith('?') || demonstrative.test(sentence)) return false;
  if (clauseWords.test(sentence)) return true;
  return openingWords.test(sentence) && !sentence.includes(', ') && !verb.test(sentence);
};

/** Joins the `//` lines of one comment, and removes the asterisks of a block. */
function* commentsOf(sourceCode) {
  let run;
  for (const comment of sourceCode.getAllComments()) {
    if (comment.type !== 'Line') {
      yield { comment, text: comment.value.replace(/^\s*\*+ ?/gm, '') };
      continue;
    }
    const follows = run && comment.loc.start.line === run.last.loc.end.line + 1;
    if (follows && comment.loc.start.column === run.last.loc.start.column) {
      run.text += ` ${comment.value}`;
      run.last = comment;
      continue;
    }
    if (run) yield run;
    run = { comment, last: comment, text: comment.value };
  }
  if (run) yield run;
}

export default {
  meta: {
    type: 'suggestion',
    messages: { clause: 'Begin this comment with a subject or a verb, not with "{{word}}".' },
  },
  create: ({ sourceCode, report }) => ({
    Program() {
      for (const { comment, text } of commentsOf(sourceCode)) {
        const plain = text.replace(/\s+/g, ' ').trim();
        const [sentence] = /^.*?[.?!](?=\s|$)|^.*$/.exec(plain);
        if (!directive.test(plain) && isClause(sentence))
          report({ loc: comment.loc, messageId: 'clause', data: { word: sentence.split(' ')[0] } });
      }
    },
  }),
};
