using DbIngest.Analysis.Report;

namespace DbIngest.Analysis.Live;

/// <summary>
/// Writes the frame of the live page, with an empty element for each part. <c>Dashboard</c> serves it, and sends each part under
/// the id of its element. It has the style of the report, into which it turns at the end, and its policy lets it load nothing but
/// its own events.
/// </summary>
public static class LivePage
{
    /// <summary>Id of the heading, the name of the sweep.</summary>
    public const string Name = "name";

    /// <summary>Id of the line below it.</summary>
    public const string Subtitle = "subtitle";

    /// <summary>Id of the part with counts and the time left.</summary>
    public const string Progress = "progress";

    /// <summary>Id of the part about the running trial.</summary>
    public const string Trial = "trial";

    /// <summary>Id of the part about the points with figures.</summary>
    public const string Points = "points";

    /// <summary>Id of the part about the rules.</summary>
    public const string Rules = "rules";

    /// <summary>Writes the page.</summary>
    public static string Frame() => HtmlPage.Asking("DbIngest – running", LiveScript.Style, LiveScript.Text, page =>
    {
        page.Open("header").Element("h1", "A run is being made ready", ("id", Name))
            .Element("p", string.Empty, ("id", Subtitle), ("class", "sub")).Close().Line();
        page.Element("noscript", "This page needs its script, which shows what the run sends.").Line();
        page.Open("p", ("id", "state"), ("class", "notice"), ("role", "status"), ("hidden", "hidden")).Close().Line();
        page.Open("main").Line();
        foreach (string part in new[] { Progress, Trial, Points, Rules })
        {
            page.Element("section", string.Empty, ("id", part)).Line();
        }

        page.Close().Line();
        page.Element("footer", "Figures of a sweep that is not finished: trials to come may change every one of them. The "
            + "report takes the place of this page when the run ends.").Line();
    });
}
