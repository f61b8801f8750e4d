using System.Text.Json;
using System.Text.Json.Nodes;
using DbIngest.Analysis.Report;
using DbIngest.Analysis.Tests.Fakes;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Tests.Report;

/// <summary>Folders of earlier versions lack what later ones write.</summary>
public class OldFolderTests
{
    [Fact]
    public void Report_OfAManifestWithoutLaterFields_IsWritten()
    {
        var result = Reported.Of(new FakeSweep(), manifest =>
        {
            var json = JsonNode.Parse(JsonSerializer.Serialize(manifest, ResultJson.Default.Manifest))!.AsObject();
            json.Remove("plugins");
            return JsonSerializer.Deserialize(json, ResultJson.Default.Manifest)!;
        });
        result.Manifest.Plugins.ShouldBeEmpty();
        ReportPage.Of([result], []).ShouldContain("Settings");
    }
}
