using DbIngest.Runner.Hosts;

namespace DbIngest.Runner.Tests.Hosts;

public sealed class LoadedFilesTests : IDisposable
{
    private readonly string _file = Path.GetTempFileName();

    public void Dispose() => File.Delete(_file);

    /// <summary>The hash of "abc" is the first example of FIPS 180-2, appendix B.</summary>
    [Fact]
    public void Hash_FileAndMissingFile_AreKnownByTheirPaths()
    {
        File.WriteAllText(_file, "abc");

        var hashes = LoadedFiles.Hash([_file, "/nowhere/acme.dll", _file]);

        hashes[_file].ShouldBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        hashes["/nowhere/acme.dll"].ShouldBeEmpty();
        LoadedFiles.Difference(hashes, hashes).ShouldBeNull();
    }
}
