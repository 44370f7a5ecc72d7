/** How the pages look. Without fonts, pictures and scripts of others. */
export const style = `
:root { color-scheme: light dark; --ink: #1c2024; --soft: #60646c; --line: #dfe2e6; --page: #f8f9fa; --card: #fff;
  --accent: #1f5fd0; --on-accent: #fff; --good: #18794e; --bad: #c62a2f; --code: #f1f3f5; }
@media (prefers-color-scheme: dark) { :root { --ink: #edeef0; --soft: #a8adb5; --line: #33373d; --page: #111315;
  --card: #191b1f; --accent: #79a8ff; --on-accent: #0c1a33; --good: #5fd39a; --bad: #ff8f8f; --code: #24272c; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 16px/1.55 system-ui, sans-serif; }
a { color: var(--accent); }
header { border-bottom: 1px solid var(--line); background: var(--card); }
header > div, main { max-width: 60rem; margin: 0 auto; padding: 0 1.25rem; }
header > div { display: flex; align-items: center; gap: 1rem; min-height: 3.75rem; flex-wrap: wrap; }
.brand { font-weight: 700; font-size: 1.15rem; letter-spacing: -.01em; text-decoration: none; color: inherit; margin-right: auto; }
.brand span { color: var(--accent); }
main { padding-top: 2rem; padding-bottom: 4rem; }
main.narrow { max-width: 30rem; padding-top: 4rem; }
h1 { font-size: 1.6rem; line-height: 1.25; letter-spacing: -.02em; margin: 0 0 .75rem; }
h2 { font-size: 1.1rem; margin: 0 0 .75rem; }
p { margin: 0 0 1rem; }
.soft { color: var(--soft); font-size: .9rem; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: .75rem; padding: 1.4rem 1.5rem; margin-bottom: 1.5rem; }
.card > :last-child, .card form > :last-child { margin-bottom: 0; }
.note { border-left: 3px solid var(--accent); background: var(--code); padding: .7rem 1rem; border-radius: .4rem; margin-bottom: 1.25rem; }
.note.bad { border-color: var(--bad); }
label { display: block; font-size: .9rem; font-weight: 600; margin-bottom: .3rem; }
input, select, button, .button { font: inherit; color: inherit; border: 1px solid var(--line); border-radius: .5rem; padding: .5rem .75rem; background: var(--card); }
input, select { width: 100%; }
input.code { font: 1.5rem/1.3 ui-monospace, monospace; letter-spacing: .3em; text-align: center; }
button { cursor: pointer; font-weight: 600; background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
button.wide { width: 100%; margin-top: .9rem; }
button.quiet { background: none; border-color: var(--line); color: inherit; font-weight: 500; }
button.small { padding: .2rem .6rem; font-size: .875rem; }
button.danger { color: var(--bad); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.row { display: flex; gap: .75rem; align-items: end; flex-wrap: wrap; }
.row > * { flex: 1 1 9rem; }
.row > button { flex: 0 0 auto; }
.actions { display: flex; gap: .4rem; justify-content: flex-end; }
.scroll { overflow-x: auto; margin: 0 -.25rem 1.25rem; }
table { width: 100%; border-collapse: collapse; font-size: .925rem; }
th { text-align: left; font-size: .8rem; font-weight: 600; color: var(--soft); }
th, td { padding: .55rem .25rem; border-bottom: 1px solid var(--line); white-space: nowrap; padding-right: 1rem; }
td:first-child { white-space: normal; min-width: 8rem; }
td:last-child, th:last-child { padding-right: .25rem; }
tr.off { color: var(--soft); }
code, pre { font: .875rem/1.5 ui-monospace, SFMono-Regular, Menlo, monospace; }
code { background: var(--code); border-radius: .3rem; padding: .1rem .35rem; }
pre { background: var(--code); border-radius: .5rem; padding: .8rem 1rem; overflow-x: auto; margin: 0 0 1rem; }
.secret { display: flex; gap: .6rem; align-items: center; margin-bottom: 1rem; flex-wrap: wrap; }
.secret code { flex: 1 1 20rem; padding: .6rem .8rem; overflow-wrap: anywhere; font-size: 1rem; }
.badge { font-size: .75rem; font-weight: 600; border: 1px solid var(--line); border-radius: 1rem; padding: .05rem .55rem; color: var(--soft); }
.badge.good { color: var(--good); } .badge.bad { color: var(--bad); }
.figure { font-size: 2rem; font-weight: 700; letter-spacing: -.02em; line-height: 1.2; }
.figure small { font-size: 1rem; font-weight: 400; color: var(--soft); letter-spacing: 0; }
meter { width: 100%; height: .75rem; margin: .4rem 0; }
.plans { display: grid; grid-template-columns: repeat(auto-fit, minmax(13rem, 1fr)); gap: 1rem; }
.plan { border: 1px solid var(--line); border-radius: .6rem; padding: 1.1rem 1.2rem; }
.plan.current { border-color: var(--accent); }
.plan ul { list-style: none; padding: 0; margin: .5rem 0 1rem; font-size: .925rem; color: var(--soft); }
`
