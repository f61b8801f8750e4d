using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Tests.Containers;

/// <summary>
/// The suite at the vendor's own image. None of them was seen by whoever wrote this: docs/how-to/containers.md says what was.
/// </summary>
/// <typeparam name="TDefinition">The database's registration.</typeparam>
/// <typeparam name="TImage">The image.</typeparam>
/// <param name="image">Its container, of this class alone.</param>
[Needs("containers")]
public abstract class ImageConformance<TDefinition, TImage>(TImage image) : TargetConformance<TDefinition>, IClassFixture<TImage>
    where TDefinition : TargetDefinition, new()
    where TImage : VendorContainer
{
    protected override string? Endpoint => image.Endpoint;

    protected override Secret? Password => image.Password;

    protected override string BadEndpoint => "127.0.0.1:1";

    // What is started without an endpoint is no container.
    protected override bool StartsPrivate => false;

    protected override int SabotageRecordsPerSource => 500;
}

/// <summary>Servers that keep each record under its key: a second one is not stored.</summary>
public abstract class KeyedImageConformance<TDefinition, TImage>(TImage image) : ImageConformance<TDefinition, TImage>(image)
    where TDefinition : TargetDefinition, new()
    where TImage : VendorContainer
{
    protected override bool StoresDuplicates => false;
}

/// <summary>One container at a time: all of them together would take more memory than most machines have.</summary>
[CollectionDefinition("images")]
public sealed class ImagesCollection;
