using DbIngest.Abstractions.Targets;
using DbIngest.Runner.Parsing;
using DbIngest.Targets.Catalogue;

namespace DbIngest.Runner.Documents;

/// <summary>
/// Writes the reference page <c>endpoints.md</c> from the definitions of the databases. <see cref="ReferencePages"/> lists it.
/// It opens no database, and reads <c>TargetCatalog</c> instead of <c>Databases</c>, because builds with vendors' drivers or
/// plug-ins must write the same page.
/// </summary>
internal static class EndpointsPage
{
    /// <summary>Writes the text of the page.</summary>
    public static string Write()
    {
        var page = new MarkdownPage("Databases, durability levels and endpoint options");
        page.Paragraph("`--endpoint [DB=]PLACE?OPTION=VALUE&OPTION=VALUE` says where a database is and how it is used. In a "
            + "value, `%XX` stands for a "
            + "character that has a meaning there: `%26` for an ampersand, `%2C` for a comma. Several values, separated by "
            + "commas, make an option an axis.");
        page.Paragraph("`dbingest targets --db NAME` prints a section of this page, and says whether the database can be used "
            + "now.");
        page.Table(
            ["database", "what it is", "private cluster", "operations on single records (`--mix`)"],
            TargetCatalog.All.Select(database => new[]
            {
                $"[`{database.Name}`](#{database.Name})",
                database.Summary,
                database.LargestCluster > 0 ? FormattableString.Invariant($"1 to {database.LargestCluster} nodes") : string.Empty,
                Operations(database),
            }));
        foreach (var database in TargetCatalog.All)
        {
            page.Heading(2, database.Name);
            page.Paragraph($"{Sentence(database.Summary)} [Its page](../targets/{database.Name}.md) explains it.");
            page.Paragraph($"Needs: {MarkdownPage.OfHelp(Sentence(database.Needs))}");
            page.Paragraph($"Clients: {string.Join(", ", database.Clients.Select(client => $"`{client.Name}`{(client == database.DefaultClient ? " (default)" : string.Empty)}"))}.");
            if (database.RetryDefault is { } retries)
            {
                page.Paragraph(FormattableString.Invariant(
                    $"Retries: {retries.Retries}, the first after {retries.DelayS} s, unless `--retries` and `--retry-delay` say otherwise."));
            }

            page.Table(
                ["`--durability`", "survives", "meaning"],
                database.Contracts
                    .Select(level => new[] { $"`{level.Name}`{(level == database.DefaultContract ? " (default)" : string.Empty)}",
                    ResultMeanings.Words(level.Survives.ToString()), Sentence(level.Meaning) }));
            if (database.Options.All.Count > 0)
            {
                page.Table(
                    ["option", "values", "default", "axis", "meaning"],
                    database.Options.All.Select(option => new[]
                    {
                        $"`{option.Name}`", option.Values, option.Default ?? string.Empty, option.IsAxis ? "yes" : string.Empty,
                        Sentence(option.Meaning) + (option.IsOfPrivateServer ? " For a private server only." : string.Empty),
                    }));
            }
        }

        return page.ToString();
    }

    /// <summary>Lists the operations of each client. Clients with the same operations share an entry.</summary>
    private static string Operations(TargetDefinition database) => string.Join("; ", database.Clients
        .Where(client => client.IsKeyed)
        .GroupBy(client => client.Operations)
        .Select(alike => $"{string.Join(", ", alike.Select(client => $"`{client.Name}`"))}: "
            + RecordOperationWords.List(alike.Key)));

    private static string Sentence(string text) => text.EndsWith('.') ? text : text + ".";
}
