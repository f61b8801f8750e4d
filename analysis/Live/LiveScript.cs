namespace DbIngest.Analysis.Live;

/// <summary>
/// Holds script and style of the live page, which <see cref="LivePage"/> embeds. The script puts each part that the run sends
/// into its element, says how the run ended or that it does not answer, follows it again when it is resumed, and replaces the
/// page by the report at the end. It contains no input. It inserts each part as markup, so <see cref="LiveParts"/> must escape
/// every text.
/// </summary>
internal static class LiveScript
{
    /// <summary>The script. Boxes that a reader has ticked stay ticked, although a part is replaced as a whole.</summary>
    public const string Text =
        "(()=>{const at=id=>document.getElementById(id),say=t=>{at('state').textContent=t;at('state').hidden=!t};"
        + "const events=new EventSource('events');let end='';"
        + "events.onopen=()=>say(end='');"
        + "events.onerror=()=>say(end||'The run does not answer. It may have ended; this page asks again every second.');"
        + "events.addEventListener('part',e=>{const m=JSON.parse(e.data),p=at(m.id);if(!p)return;"
        + "const on=[...p.querySelectorAll('input:checked')].map(i=>i.id);p.innerHTML=m.html;"
        + "for(const id of on){const i=at(id);if(i)i.checked=true}if(m.id==='name')document.title=p.textContent+' – running'});"
        + "events.addEventListener('ended',e=>say(end=JSON.parse(e.data)));"
        + "events.addEventListener('report',e=>{events.close();const page=JSON.parse(e.data);"
        + "document.open();document.write(page);document.close()})})()";

    /// <summary>The style in addition to that of the report.</summary>
    public const string Style =
        "progress{display:block;width:100%;height:.7rem;margin:1.5rem 0 0;accent-color:var(--accent)}"
        + ".notice[hidden]{display:none}.now{min-height:1.6em;margin:1rem 0 0}"
        + "main>section>h2:first-child{margin-top:2.25rem}.figs+.figures{margin-top:1.25rem}";
}
