namespace DbIngest.Bench.SideBySide;

/// <summary>
/// A temporary folder, deleted when disposed. It is below the current folder, so the place from which a bench is run decides
/// which disk is measured.
/// </summary>
internal sealed class ScratchFolder : IDisposable
{
    public string Path { get; } =
        Directory.CreateDirectory(System.IO.Path.Combine("artifacts", "bench", System.IO.Path.GetRandomFileName())).FullName;

    public void Dispose() => Directory.Delete(Path, recursive: true);
}
