namespace DbIngest.Targets.Tests;

/// <summary>An authority that has issued a certificate for localhost, and another one that nobody knows.</summary>
internal sealed class TestAuthority
{
    private readonly string _folder;
    private readonly string _path;

    /// <summary>Makes both.</summary>
    /// <param name="folder">Where the files go.</param>
    public TestAuthority(string folder)
    {
        _folder = folder;
        _path = TestCertificate.Make(Path.Combine(folder, "authority"), "dbingest test authority", issuer: null);
        OtherFile = TestCertificate.Make(Path.Combine(folder, "other"), "another authority", issuer: null) + ".crt";
        Server = Issue("server", "localhost");
    }

    /// <summary>The authority's certificate.</summary>
    public string File => _path + ".crt";

    /// <summary>The certificate of the other.</summary>
    public string OtherFile { get; }

    /// <summary>The server's certificate, <c>.crt</c>, and key, <c>.key</c>, without their endings.</summary>
    public string Server { get; }

    /// <summary>Issues another certificate.</summary>
    /// <param name="file">Its files' name, without ending.</param>
    /// <param name="name">Whose it is.</param>
    /// <returns>The files' path, without ending.</returns>
    public string Issue(string file, string name) => TestCertificate.Make(Path.Combine(_folder, file), name, _path);
}
