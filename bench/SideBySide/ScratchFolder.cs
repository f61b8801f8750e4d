namespace DbIngest.Bench.SideBySide;

/// <summary>A temporary folder, under the current one so that the disk measured is the one chosen by where this is run.</summary>
internal sealed class ScratchFolder : IDisposable
{
    public string Path { get; } =
        Directory.CreateDirectory(System.IO.Path.Combine("artifacts", "bench", System.IO.Path.GetRandomFileName())).FullName;

    public void Dispose() => Directory.Delete(Path, recursive: true);
}
