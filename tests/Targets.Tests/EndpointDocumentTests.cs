using DbIngest.Targets.Catalogue;

namespace DbIngest.Targets.Tests;

public sealed class EndpointDocumentTests
{
    public static TheoryData<string> Databases => [.. TargetCatalog.All.Where(d => d.Options.All.Count > 0).Select(d => d.Name)];

    /// <summary>The table of a database's page is the declaration's own.</summary>
    [Theory]
    [MemberData(nameof(Databases))]
    public void Page_TableOfOptions_IsTheDeclared(string database)
    {
        string page = File.ReadAllText(Path.Combine(Root(), "docs", "targets", database + ".md"));
        string table = TargetCatalog.Find(database).Options.Markdown();
        page.Contains(table, StringComparison.Ordinal).ShouldBeTrue($"docs/targets/{database}.md must hold:\n{table}");
    }

    private static string Root()
    {
        string folder = AppContext.BaseDirectory;
        while (!File.Exists(Path.Combine(folder, "DbIngest.sln")))
        {
            folder = Path.GetDirectoryName(folder)!;
        }

        return folder;
    }
}
