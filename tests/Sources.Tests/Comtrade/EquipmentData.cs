namespace DbIngest.Sources.Tests.Comtrade;

/// <summary>Recordings of real equipment, which lie beside the repository and are not part of it.</summary>
internal static class EquipmentData
{
    /// <summary>The folder.</summary>
    public static string Folder
    {
        get
        {
            for (var folder = new DirectoryInfo(AppContext.BaseDirectory); folder is not null; folder = folder.Parent)
            {
                if (File.Exists(Path.Combine(folder.FullName, "DbIngest.sln")))
                {
                    string data = Path.GetFullPath(Path.Combine(folder.FullName, "..", "shared", "data", "equipment"));
                    return data;
                }
            }

            throw new InvalidOperationException("The tests do not run inside the repository.");
        }
    }
}
