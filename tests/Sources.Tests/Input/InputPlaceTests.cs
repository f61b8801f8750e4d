using System.Diagnostics;
using System.IO.Compression;
using DbIngest.Sources.Input;

namespace DbIngest.Sources.Tests.Input;

/// <summary>Where files lie: many of them in one place, and what is no file.</summary>
public sealed class InputPlaceTests
{
    [Fact]
    public void Read_ZipOfManyFiles_LooksThroughItOnce()
    {
        using var folder = new TempFolder();
        string path = Path.Combine(folder.Path, "many.zip");
        using (var zip = ZipFile.Open(path, ZipArchiveMode.Create))
        {
            for (int i = 0; i < 3000; i++)
            {
                using var entry = zip.CreateEntry($"{i:00000}.csv").Open();
                entry.Write("time,u\n2026-01-31 00:00:00,1\n"u8);
            }
        }

        // Looking through all names for each file allocates for 9 million names, more than a gigabyte; once, for some thousands.
        long before = GC.GetAllocatedBytesForCurrentThread();
        using var set = InputSet.Open(path, InputOptions.Parse(null));
        foreach (var file in set.Files)
        {
            file.Sibling(".cfg").ShouldBeNull();
            file.Entries.Count.ShouldBe(3000);
        }

        (GC.GetAllocatedBytesForCurrentThread() - before).ShouldBeLessThan(64L << 20);
    }

    /// <summary>The data of the other recording had been read: capitals come first in the order of names.</summary>
    [Fact]
    [Needs("linux")]
    public void Sibling_NamesThatDifferInLetterCaseAlone_IsTheOneOfTheSameCase()
    {
        using var folder = new TempFolder();
        string path = Path.Combine(folder.Path, "both.zip");
        using (var zip = ZipFile.Open(path, ZipArchiveMode.Create))
        {
            foreach (string name in new[]
            {
                "A.cfg", "A.dat", "a.cfg", "a.dat", "B.CFG", "B.DAT", "b.CFG", "b.DAT", "C.CFG", "C.DAT", "c.cfg", "c.dat",
            })
            {
                folder.Write(name, name);
                using var entry = zip.CreateEntry(name).Open();
                entry.Write("text"u8);
            }
        }

        var options = InputOptions.Parse(null);
        InputFile.Open(Path.Combine(folder.Path, "a.cfg"), options).Sibling(".dat")!.Name.ShouldBe("a.dat");
        InputFile.Open(Path.Combine(folder.Path, "A.cfg"), options).Sibling(".dat")!.Name.ShouldBe("A.dat");
        InputFile.Open(Path.Combine(folder.Path, "b.CFG"), options).Sibling(".dat")!.Name.ShouldBe("b.DAT");
        InputFile.Open(Path.Combine(folder.Path, "C.CFG"), options).Sibling(".dat")!.Name.ShouldBe("C.DAT");
        InputFile.Open(path, InputOptions.Parse("entry=a.cfg")).Sibling(".dat")!.Name.ShouldBe("a.dat");
        InputFile.Open(path, InputOptions.Parse("entry=A.cfg")).Sibling(".dat")!.Name.ShouldBe("A.dat");
        InputFile.Open(path, InputOptions.Parse("entry=b.CFG")).Sibling(".dat")!.Name.ShouldBe("b.DAT");
        InputFile.Open(path, InputOptions.Parse("entry=C.CFG")).Sibling(".dat")!.Name.ShouldBe("C.DAT");
    }

    [Fact]
    [Needs("unix")]
    public void Read_NamedPipe_IsRefusedAtOnce()
    {
        using var folder = new TempFolder();
        string pipe = Path.Combine(folder.Path, "pipe.csv");
        using (var made = Process.Start("mkfifo", [pipe]))
        {
            made.WaitForExit();
        }

        Should.Throw<InputException>(() => InputInspector.Inspect(pipe, null, default)).Message.ShouldContain("pipe");
        folder.Write("a.csv", "time,u\n2026-01-31 00:00:00,1\n");
        InputInspector.Inspect(folder.Path, null, default).Facts["files_left_out"].ShouldBe("pipe.csv (no regular file)");
    }

    /// <summary>As one that the user may enter and not list, whatever the rights of the account that runs the tests.</summary>
    [Fact]
    public void Find_FolderThatCannotBeListed_IsRefusedInWords()
    {
        using var places = new InputLocations();
        string gone = Path.Combine(Path.GetTempPath(), $"dbingest-none-{Guid.NewGuid():n}");
        Should.Throw<InputException>(() => places.Find(gone, "a.dat")).Message
            .ShouldContain("a.dat: its folder cannot be listed");
    }

    [Fact]
    public void Message_OfAnyContent_IsBoundedAndPrintable()
    {
        string message = new InputException("a.csv: " + new string('\u001b', 10_000)).Message;
        message.Length.ShouldBeLessThan(2100);
        message.ShouldNotContain('\u001b');
    }
}
