/** The page's own style: light, plain, no assets from elsewhere. */

export const STYLE = `
:root { --line: #d1d9e0; --soft: #f6f8fa; --muted: #59636e; --text: #1f2328; --blue: #0969da; --green: #1a7f37;
  --red: #cf222e; --amber: #9a6700; --violet: #8250df; --grey: #6e7781; }
* { box-sizing: border-box; }
body { margin: 0; color: var(--text); background: #fff; font: 14px/1.5 -apple-system, "Segoe UI", "Noto Sans", Helvetica, Arial, sans-serif; }
a { color: var(--blue); text-decoration: none; } a:hover { text-decoration: underline; }
code, pre, .mono { font-family: ui-monospace, SFMono-Regular, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: 85%; }
.top { padding: 14px 24px; background: var(--soft); border-bottom: 1px solid var(--line); font-size: 15px; }
.top b { font-weight: 600; }
main { max-width: 1000px; margin: 0 auto; padding: 20px 24px 64px; }
h1.title { margin: 4px 0 8px; font-size: 30px; line-height: 1.25; font-weight: 400; }
h1.title .number { color: var(--muted); font-weight: 300; }
.facts { display: flex; gap: 10px; align-items: center; flex-wrap: wrap; color: var(--muted); padding-bottom: 18px; margin-bottom: 22px; border-bottom: 1px solid var(--line); }
.facts b { color: var(--text); font-weight: 600; }
.pill { display: inline-flex; align-items: center; gap: 6px; padding: 5px 12px; border-radius: 2em; color: #fff; font-weight: 500; }
.pill.open { background: #1f883d; } .pill.merged { background: var(--violet); } .pill.closed { background: var(--red); } .pill.draft { background: #59636e; }
.ref { padding: 2px 6px; border-radius: 6px; background: #ddf4ff; color: var(--blue); }
.entry { display: flex; gap: 14px; margin: 0 0 18px; }
.face { flex: 0 0 40px; width: 40px; height: 40px; border-radius: 50%; display: grid; place-items: center; color: #fff; font-weight: 600; font-size: 16px; }
.face.bot { border-radius: 8px; background: #24292f !important; }
.box { flex: 1; min-width: 0; border: 1px solid var(--line); border-radius: 6px; overflow: hidden; }
.box > header { padding: 8px 14px; background: var(--soft); border-bottom: 1px solid var(--line); color: var(--muted); }
.box > header b { color: var(--text); font-weight: 600; }
.label { display: inline-block; padding: 0 7px; border: 1px solid var(--line); border-radius: 2em; font-size: 12px; color: var(--muted); margin-left: 4px; }
.markdown { padding: 16px; overflow-wrap: break-word; }
.markdown > :first-child { margin-top: 0; } .markdown > :last-child { margin-bottom: 0; }
.markdown h1, .markdown h2 { padding-bottom: .3em; border-bottom: 1px solid var(--line); }
.markdown h1 { font-size: 1.6em; } .markdown h2 { font-size: 1.35em; } .markdown h3 { font-size: 1.15em; }
.markdown h1, .markdown h2, .markdown h3, .markdown h4 { margin: 20px 0 12px; font-weight: 600; line-height: 1.25; }
.markdown p, .markdown ul, .markdown ol, .markdown table, .markdown pre, .markdown blockquote, .markdown details { margin: 0 0 14px; }
.markdown ul, .markdown ol { padding-left: 2em; }
.markdown li.task { list-style: none; margin-left: -1.4em; }
.markdown code { padding: .2em .4em; background: #818b981f; border-radius: 6px; white-space: break-spaces; }
.markdown pre { padding: 14px; background: var(--soft); border-radius: 6px; overflow-x: auto; line-height: 1.45; }
.markdown pre code { padding: 0; background: none; white-space: pre; font-size: 100%; }
.markdown pre.diff { padding: 8px 0; }
.markdown pre.diff .line { display: block; padding: 0 14px; min-width: max-content; }
.diff .added { background: #dafbe1; color: #116329; } .diff .removed { background: #ffebe9; color: #82071e; }
.diff .changed { background: #fff8c5; color: #953800; } .diff .hunk { color: var(--violet); font-weight: 600; }
.markdown table { border-collapse: collapse; display: block; width: max-content; max-width: 100%; overflow: auto; }
.markdown th, .markdown td { padding: 6px 13px; border: 1px solid var(--line); } .markdown th { font-weight: 600; background: var(--soft); }
.markdown tr:nth-child(2n) td { background: var(--soft); }
.markdown blockquote { padding: 0 1em; color: var(--muted); border-left: .25em solid var(--line); }
.markdown blockquote.alert { padding: 8px 16px; color: inherit; } .alert > :last-child { margin-bottom: 0; }
.alert-title { font-weight: 600; margin-bottom: 6px !important; }
.alert-note { border-color: var(--blue) !important; } .alert-note .alert-title { color: var(--blue); }
.alert-tip { border-color: var(--green) !important; } .alert-tip .alert-title { color: var(--green); }
.alert-important { border-color: var(--violet) !important; } .alert-important .alert-title { color: var(--violet); }
.alert-warning { border-color: var(--amber) !important; } .alert-warning .alert-title { color: var(--amber); }
.alert-caution { border-color: var(--red) !important; } .alert-caution .alert-title { color: var(--red); }
.markdown details > summary { cursor: pointer; } .markdown sub { line-height: 1.2; } .markdown hr { border: 0; border-top: 3px solid var(--line); }
.reactions { display: flex; gap: 6px; padding: 0 16px 12px; }
.reactions span { border: 1px solid var(--line); border-radius: 2em; padding: 1px 9px; font-size: 12px; }
.empty { color: var(--muted); font-style: italic; }
.checks { margin: 6px 0 28px 54px; border: 1px solid var(--line); border-radius: 6px; overflow: hidden; }
.checks > header { display: flex; gap: 12px; align-items: center; padding: 14px 16px; }
.checks > header strong { display: block; font-size: 16px; font-weight: 600; } .checks > header div span { color: var(--muted); }
.row { display: flex; gap: 10px; align-items: center; padding: 9px 16px; border-top: 1px solid var(--line); background: var(--soft); }
.row .said { color: var(--muted); } .row a { margin-left: auto; }
.mark { display: inline-grid; place-items: center; width: 18px; height: 18px; border-radius: 50%; color: #fff; font-size: 11px; font-weight: 700; flex: none; }
.mark.big { width: 34px; height: 34px; font-size: 18px; }
.success { background: #1f883d; } .failure, .timed_out { background: var(--red); } .action_required { background: #bf8700; }
.neutral, .skipped, .cancelled, .stale { background: var(--grey); } .running { background: #bf8700; }
section.run { margin: 0 0 28px; border: 1px solid var(--line); border-radius: 6px; overflow: hidden; }
section.run > header { display: flex; gap: 10px; align-items: center; padding: 12px 16px; background: var(--soft); border-bottom: 1px solid var(--line); }
section.run > header .word { margin-left: auto; color: var(--muted); }
section.run h2 { margin: 16px 16px 0; font-size: 20px; font-weight: 600; }
section.run > details { padding: 0 16px 14px; } section.run > details .markdown { padding: 12px 0 0; }
.buttons { display: flex; gap: 8px; padding: 0 16px 16px; }
.button { border: 1px solid var(--line); border-radius: 6px; background: var(--soft); padding: 4px 12px; font-weight: 500; }
h3.heading { margin: 26px 0 10px; font-size: 16px; font-weight: 600; }
.file { margin: 0 16px 16px; border: 1px solid var(--line); border-radius: 6px; overflow: hidden; }
.file > header { padding: 7px 12px; background: var(--soft); border-bottom: 1px solid var(--line); font-weight: 600; }
.code { width: 100%; border-collapse: collapse; } .code td { padding: 0 10px; white-space: pre; line-height: 20px; }
.code td.at { width: 1%; min-width: 48px; text-align: right; color: var(--muted); user-select: none; } .code tr.meant td, .code tr:target td { background: #fff8c5; }
.note { margin: 8px 12px; padding: 9px 12px; border: 1px solid var(--line); border-left-width: 4px; border-radius: 6px; }
.note b { display: block; font-weight: 600; } .note pre { margin: 6px 0 0; white-space: pre-wrap; }
.note.failure { background: #fff; border-left-color: var(--red); } .note.warning { border-left-color: #d4a72c; } .note.notice { border-left-color: var(--blue); }
.note .where { float: right; color: var(--muted); font-size: 12px; } .note p { margin: 2px 0 0; white-space: pre-wrap; }
ul.list { list-style: none; margin: 0; padding: 0; border: 1px solid var(--line); border-radius: 6px; }
ul.list li { padding: 10px 16px; border-top: 1px solid var(--line); } ul.list li:first-child { border-top: 0; } .muted { color: var(--muted); }
`;
