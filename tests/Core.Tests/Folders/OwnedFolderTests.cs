using DbIngest.Core.Folders;

namespace DbIngest.Core.Tests.Folders;

public class OwnedFolderTests
{
    /// <summary>Temporary copies of killed processes had stayed for ever.</summary>
    [Fact]
    public void Temporary_FolderOfAKilledProcess_IsRemovedAndThatOfALivingOneStays()
    {
        string prefix = $"dbingest-test-{Guid.NewGuid():N}-";
        string dead = Directory.CreateDirectory(Path.Combine(Path.GetTempPath(), prefix + "dead")).FullName;
        File.WriteAllText(Path.Combine(dead, ".lock"), Environment.MachineName);
        File.WriteAllText(Path.Combine(dead, "device.db"), "rows");
        using var living = OwnedFolder.Temporary(prefix);
        Directory.Exists(dead).ShouldBeTrue("it may be being made this moment");
        Directory.SetLastWriteTimeUtc(dead, DateTime.UtcNow.AddMinutes(-1));
        Directory.SetLastWriteTimeUtc(living.Path, DateTime.UtcNow.AddMinutes(-1));

        OwnedFolder.Temporary(prefix).Dispose();

        Directory.GetDirectories(Path.GetTempPath(), prefix + "*").ShouldBe([living.Path]);
    }
}
