using DbIngest.Analysis.Tests.Browser;
using DbIngest.Analysis.Tests.Statistics;

namespace DbIngest.Analysis.Tests;

/// <summary>What these tests need.</summary>
internal sealed class AnalysisNeeds : NeedCatalog
{
    protected override IEnumerable<Need> All =>
    [
        new("chromium", "apt-get install chromium", () => Chromium.Program is null ? "There is no Chromium on the PATH." : null),
        new("r", "apt-get install r-base-core", () => RFixture.IsThere ? null : "There is no Rscript on the PATH."),
        new("statistics", "put reference statistics into ../shared/data beside the repository",
            () => Directory.Exists(Path.Combine(Repository.Root, "..", "shared", "data", "statistics"))
            ? null
            : "The reference statistics are not beside the repository (../shared/data/statistics)."),
    ];
}
